"use client";

import type { ReactNode } from "react";

/**
 * Draws a native checkbox as a switch.
 * @param label the text beside it. Without one, `aria-label` names it.
 * @param isReadOnly true if it keeps its place and the focus, and cannot be switched.
 */
export function Switch({
  label,
  description,
  isSelected,
  isReadOnly = false,
  className = "",
  onChange,
  ...named
}: {
  label?: ReactNode;
  description?: ReactNode;
  isSelected: boolean;
  isReadOnly?: boolean;
  className?: string;
  onChange: (isSelected: boolean) => void;
  "aria-label"?: string;
}) {
  return (
    <div className={`switch ${className}`} data-selected={isSelected}>
      <label className="switch__content">
        <input
          {...named}
          type="checkbox"
          role="switch"
          aria-checked={isSelected}
          className="peer sr-only"
          checked={isSelected}
          aria-readonly={isReadOnly || undefined}
          onChange={({ target }) => isReadOnly || onChange(target.checked)}
        />
        <span className="switch__control outline-offset-2 outline-accent peer-focus-visible:outline-2">
          <span className="switch__thumb" />
        </span>
        {label === undefined ? null : <span>{label}</span>}
      </label>
      {description === undefined ? null : (
        <span className="description" data-slot="description">
          {description}
        </span>
      )}
    </div>
  );
}
