"use client";

import type { ComponentProps, MouseEvent } from "react";

export type ButtonProps = Omit<ComponentProps<"button">, "onClick" | "disabled"> & {
  variant?: "primary" | "secondary" | "tertiary" | "outline" | "ghost" | "danger" | "danger-soft";
  size?: "sm" | "md";
  fullWidth?: boolean;
  /** True if the button shows an icon only. It then needs an `aria-label`. */
  isIconOnly?: boolean;
  isDisabled?: boolean | undefined;
  /** True while its action runs: the button keeps the focus and ignores clicks. */
  isPending?: boolean | undefined;
  onPress?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined;
};

/**
 * Draws a native button in the look of the component library. Pages have dozens of buttons, so they do not
 * load the library for them.
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
      // Enter in a field must not submit the form a second time.
      type={type === "submit" && isPending ? "button" : type}
      data-slot="button"
      data-pending={isPending || undefined}
      aria-disabled={isPending || undefined}
      disabled={isDisabled}
      className={["button", ...modifiers.map((modifier) => `button--${modifier}`), className].join(" ")}
      onClick={(event) => {
        // Safari does not focus a button that is clicked. A dialog could then not return the focus to the
        // button.
        event.currentTarget.focus();
        if (!isPending) onPress?.(event);
      }}
    />
  );
}
