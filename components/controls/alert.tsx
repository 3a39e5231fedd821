import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const PICTURES = { default: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

/** A notice on a page, with a picture of its kind. */
export function Alert({
  status,
  className = "",
  children,
}: {
  status?: keyof typeof PICTURES;
  className?: string;
  children: ReactNode;
}) {
  const Picture = status && PICTURES[status];
  return (
    <div className={`alert alert--${status ?? "default"} ${className}`}>
      {Picture ? (
        <div className="alert__indicator">
          <Picture aria-hidden="true" size={16} />
        </div>
      ) : null}
      {children}
    </div>
  );
}

/** What a notice says. Beside it there may be a button. */
export function AlertContent({ children }: { children: ReactNode }) {
  return <div className="alert__content">{children}</div>;
}

/** The sentence of a notice. */
export function AlertTitle({ children }: { children: ReactNode }) {
  return <p className="alert__title">{children}</p>;
}

/** What a notice says further, in a quieter colour. */
export function AlertDescription({ children }: { children: ReactNode }) {
  return <span className="alert__description">{children}</span>;
}
