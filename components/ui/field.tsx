"use client";

import { Description, FieldError, Input, Label, TextField } from "@heroui/react";
import type { ComponentProps } from "react";

/** A labelled text field of a form, with its hint and what is wrong with it. */
export function Field({
  label,
  hint,
  error,
  defaultValue,
  ...input
}: { label: string; hint?: string; error?: string | undefined } & Omit<
  ComponentProps<typeof Input>,
  "defaultValue"
> & { defaultValue?: string }) {
  return (
    <TextField
      isInvalid={error !== undefined}
      isRequired={input.required ?? false}
      fullWidth
      {...(defaultValue === undefined ? {} : { defaultValue })}
    >
      <Label>{label}</Label>
      <Input {...input} />
      {hint ? <Description>{hint}</Description> : null}
      {error === undefined ? null : <FieldError>{error}</FieldError>}
    </TextField>
  );
}

/** A field's error as a sentence: "The price must not be negative." */
export function sentenceAbout(subject: string, error?: { message?: string | undefined }): string | undefined {
  return error?.message && `${subject} ${error.message}.`;
}
