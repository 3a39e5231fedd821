import type { ReactNode } from "react";

/** Draws a bordered part of a page, with an optional heading. */
export function Panel({
  title,
  children,
  actions,
}: {
  title?: string;
  children: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <section className="min-w-0 rounded-2xl border border-line bg-panel p-5 sm:p-6" aria-label={title}>
      {title ? (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h2 className="min-w-0 text-lg font-medium wrap-anywhere">{title}</h2>
          {actions}
        </div>
      ) : null}
      {children}
    </section>
  );
}
