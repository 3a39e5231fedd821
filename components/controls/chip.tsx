import type { ReactNode } from "react";

/** Draws a word about a thing's state on a soft background colour. */
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
      {/* Children with elements bring their own layout. */}
      {typeof children === "string" ? <span className="chip__label">{children}</span> : children}
    </span>
  );
}
