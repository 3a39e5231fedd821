"use client";

import { type ReactNode, useId } from "react";

/** The ids and error that `Labelled` passes to its field. */
type FieldAttributes = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "data-invalid": true | undefined;
};

/** The label, hint and error of a field. */
export type Around = {
  label: ReactNode;
  /** True if only screen readers get the label. */
  isLabelHidden?: boolean;
  hint?: ReactNode;
  /** The problem with the field, as a sentence. It replaces the hint. */
  error?: string | undefined;
};

/** Draws a field with its label, hint and error. Ids connect them for screen readers. */
export function Labelled({
  label,
  isLabelHidden = false,
  hint,
  error,
  isInvalid = error !== undefined,
  field: { id: given, "aria-describedby": described },
  children,
}: Around & {
  isInvalid?: boolean;
  field: { id?: string | undefined; "aria-describedby"?: string | undefined };
  children: (attributes: FieldAttributes) => ReactNode;
}) {
  const made = useId();
  const id = given ?? made;
  const [hintId, errorId] = [`${made}-hint`, `${made}-error`];
  const ids = [described, hint ? hintId : undefined, error === undefined ? undefined : errorId];
  return (
    <div className="textfield textfield--full-width" data-invalid={isInvalid || undefined}>
      <label htmlFor={id} className={`label ${isLabelHidden ? "sr-only" : ""}`}>
        {label}
      </label>
      {children({
        id,
        "aria-describedby": ids.filter(Boolean).join(" ") || undefined,
        "aria-invalid": isInvalid || undefined,
        "data-invalid": isInvalid || undefined,
      })}
      {hint ? (
        <span id={hintId} className="description" data-slot="description">
          {hint}
        </span>
      ) : null}
      {error === undefined ? null : (
        <span id={errorId} className="field-error" data-visible>
          {error}
        </span>
      )}
    </div>
  );
}
