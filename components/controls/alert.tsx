import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const PICTURES = { default: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

/** Draws a notice on a page, with an icon for its kind. */
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

/** Draws the text of a notice. A button may be beside it. */
export function AlertContent({ children }: { children: ReactNode }) {
  return <div className="alert__content">{children}</div>;
}

/** Draws the first sentence of a notice. */
export function AlertTitle({ children }: { children: ReactNode }) {
  return <p className="alert__title">{children}</p>;
}

/** Draws the details of a notice in a quieter colour. */
export function AlertDescription({ children }: { children: ReactNode }) {
  return <span className="alert__description">{children}</span>;
}
