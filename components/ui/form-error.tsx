import type { ReactNode } from "react";

/** Why the server refused a form. Screen readers announce it, and it takes no room while it is empty. */
export function FormError({ children, className = "" }: { children: ReactNode; className?: string }) {
  return (
    <p role="alert" className={`text-sm text-danger empty:hidden ${className}`}>
      {children}
    </p>
  );
}
