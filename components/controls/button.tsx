"use client";

import type { ComponentProps, MouseEvent } from "react";

export type ButtonProps = Omit<ComponentProps<"button">, "onClick" | "disabled"> & {
  variant?: "primary" | "secondary" | "tertiary" | "outline" | "ghost" | "danger" | "danger-soft";
  size?: "sm" | "md";
  fullWidth?: boolean;
  /** Whether it shows a picture alone. It is named by `aria-label` then. */
  isIconOnly?: boolean;
  isDisabled?: boolean | undefined;
  /** Whether what it does is being done: it keeps the focus, and does nothing until then. */
  isPending?: boolean | undefined;
  onPress?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined;
};

/**
 * A button of the browser's own, in the look of the component library: pages have dozens of them, and no page loads
 * the library for them.
 */
export function Button({
  variant = "primary",
  size = "md",
  fullWidth = false,
  isIconOnly = false,
  isDisabled = false,
  isPending = false,
  type = "button",
  className = "",
  onPress,
  ...button
}: ButtonProps) {
  const modifiers = [
    variant,
    size,
    ...(fullWidth ? ["full-width"] : []),
    ...(isIconOnly ? ["icon-only"] : []),
  ];
  return (
    <button
      {...button}
      // Enter in a field must not send the form a second time.
      type={type === "submit" && isPending ? "button" : type}
      data-slot="button"
      data-pending={isPending || undefined}
      aria-disabled={isPending || undefined}
      disabled={isDisabled}
      className={["button", ...modifiers.map((modifier) => `button--${modifier}`), className].join(" ")}
      onClick={(event) => {
        // Safari gives a button that is clicked no focus, and a dialog would have nothing to give it back to.
        event.currentTarget.focus();
        if (!isPending) onPress?.(event);
      }}
    />
  );
}
