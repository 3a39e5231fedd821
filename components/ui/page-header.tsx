import type { ReactNode } from "react";

/**
 * A page's heading, what it is for, and what can be done there.
 * @param hasTimes whether to say that times on the page are New Zealand's.
 */
export function PageHeader({
  title,
  children,
  actions,
  hasTimes = false,
}: {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  hasTimes?: boolean;
}) {
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-4">
      <div className="max-w-prose">
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        {children || hasTimes ? (
          <p className="mt-1 text-muted">
            {children} {hasTimes ? "Times are NZ time." : null}
          </p>
        ) : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
    </header>
  );
}
