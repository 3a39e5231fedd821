"use client";

import type { ComponentProps } from "react";
import { type Around, Labelled } from "@/components/controls/labelled";

/** Draws a field for a text of several lines, with its label, hint and error. */
export function TextArea({
  label,
  isLabelHidden = false,
  hint,
  error,
  isInvalid = error !== undefined,
  className = "",
  onChange,
  ...area
}: Around & { isInvalid?: boolean; onChange?: (value: string) => void } & Omit<
    ComponentProps<"textarea">,
    "onChange"
  >) {
  return (
    <Labelled {...{ label, isLabelHidden, hint, error, isInvalid, field: area }}>
      {(joined) => (
        <textarea
          {...area}
          {...joined}
          className={`textarea ${className}`}
          data-slot="textarea"
          onChange={({ target }) => onChange?.(target.value)}
        />
      )}
    </Labelled>
  );
}
