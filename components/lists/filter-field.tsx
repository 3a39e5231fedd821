"use client";

import { useId, useState } from "react";
import { Field } from "@/components/ui/field";

/** Matches complete dates only: while a reader types a year, the field has the year 0002 for a moment. */
const WHOLE_DATE = /^(?:[12]\d{3}-\d{2}-\d{2})?$/;

/**
 * Draws a text or date field that filters a list. A date applies when it is complete. A text applies on Enter
 * or when the field loses the focus. The field follows other changes of the address.
 */
export function FilterField({
  label,
  value,
  onChange,
  type = "text",
  placeholder = "",
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  type?: "text" | "search" | "date";
  placeholder?: string;
}) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    setText(value);
  }
  const commit = (next: string) => {
    if (next.trim() !== value) onChange(next.trim());
  };
  return (
    <Field
      label={label}
      type={type}
      placeholder={placeholder}
      autoComplete="off"
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        if (type === "date" && WHOLE_DATE.test(target.value)) commit(target.value);
      }}
      onBlur={() => (type === "date" ? setText(value) : commit(text))}
      onKeyDown={({ key }) => {
        if (key === "Enter") commit(text);
      }}
    />
  );
}

/** Draws a choice of one value to filter a list by. The first option means all. */
export function FilterSelect({
  label,
  value,
  onChange,
  options,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; title: string }[];
}) {
  const id = useId();
  return (
    <div className="flex w-full flex-col gap-1">
      <label htmlFor={id} className="label w-fit">
        {label}
      </label>
      <select
        id={id}
        className="input w-full"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.title}
          </option>
        ))}
      </select>
    </div>
  );
}
