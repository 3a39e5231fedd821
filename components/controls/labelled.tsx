"use client";

import { type ReactNode, useId } from "react";

/** What a field is told by its label, its hint and its error. */
type Joined = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "data-invalid": true | undefined;
};

/** What stands around a field. */
export type Around = {
  label: ReactNode;
  /** Whether the label is for screen readers alone. */
  isLabelHidden?: boolean;
  hint?: ReactNode;
  /** What is wrong with the field, as a sentence. It takes the place of the hint. */
  error?: string | undefined;
};

/** A field with its label, its hint and what is wrong with it: ids join them, for screen readers too. */
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
  children: (joined: Joined) => ReactNode;
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
