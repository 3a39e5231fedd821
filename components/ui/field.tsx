"use client";

import type { ComponentProps } from "react";
import { type Around, Labelled } from "@/components/controls/labelled";

/** Draws a labelled text field of a form, with its hint and error. */
export function Field({
  label,
  isLabelHidden = false,
  hint,
  error,
  className = "",
  ...input
}: Around & ComponentProps<"input">) {
  return (
    <Labelled {...{ label, isLabelHidden, hint, error, field: input }}>
      {(joined) => <input {...input} {...joined} className={`input ${className}`} data-slot="input" />}
    </Labelled>
  );
}

/** Formats a field's error as a sentence: "The price must not be negative." */
export function sentenceAbout(subject: string, error?: { message?: string | undefined }): string | undefined {
  return error?.message && `${subject} ${error.message}.`;
}
