import type { ReactNode } from "react";

/**
 * Draws the server's reason for refusing a form. Screen readers announce it. It takes no space while it is
 * empty.
 */
export function FormError({ children, className = "" }: { children: ReactNode; className?: string }) {
  return (
    <p role="alert" className={`text-sm text-danger empty:hidden ${className}`}>
      {children}
    </p>
  );
}
