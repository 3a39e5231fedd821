import type { ReactNode } from "react";

/** A word about a thing's state, on a soft ground of a colour. */
export function Chip({
  color = "default",
  className = "",
  children,
}: {
  color?: "default" | "accent" | "success" | "warning" | "danger" | undefined;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span className={`chip chip--${color} chip--sm chip--soft ${className}`}>
      {/* What is not words alone lays itself out. */}
      {typeof children === "string" ? <span className="chip__label">{children}</span> : children}
    </span>
  );
}
