"use client";

import { Description, FieldError, Input, Label, TextField } from "@heroui/react";
import type { ComponentProps } from "react";

/** A labelled text field of a form, with its hint and what is wrong with it. */
export function Field({
  label,
  hint,
  error,
  ...input
}: { label: string; hint?: string; error?: string | undefined } & ComponentProps<typeof Input>) {
  return (
    <TextField isInvalid={error !== undefined} isRequired={input.required ?? false} fullWidth>
      <Label>{label}</Label>
      <Input {...input} />
      {hint ? <Description>{hint}</Description> : null}
      {error === undefined ? null : <FieldError>{error}</FieldError>}
    </TextField>
  );
}
