import type { ReactNode } from "react";

/** Draws a page's heading, purpose and actions. */
export function PageHeader({
  title,
  children,
  actions,
}: {
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-4">
      <div className="min-w-0 max-w-4xl text-pretty wrap-anywhere">
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        {children ? <p className="mt-1 text-muted">{children}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
    </header>
  );
}
