"use client";

import { type ComponentProps, useEffect, useEffectEvent, useImperativeHandle, useRef } from "react";
import { type Around, Labelled } from "@/components/controls/labelled";

/**
 * A field for a text of several lines, with its label, its hint and what is wrong with it. What was written into it before the
 * page's code was there counts.
 */
export function TextArea({
  label,
  isLabelHidden = false,
  hint,
  error,
  isInvalid = error !== undefined,
  className = "",
  onChange,
  ref,
  ...area
}: Around & { isInvalid?: boolean; onChange?: (value: string) => void } & Omit<
    ComponentProps<"textarea">,
    "onChange"
  >) {
  const own = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => own.current as HTMLTextAreaElement);
  const tellOfEarlyText = useEffectEvent(() => {
    const early = own.current?.value ?? "";
    if (area.value === undefined || early === "") return;
    if (early !== withLineFeeds(area.value)) onChange?.(early);
  });
  useEffect(() => tellOfEarlyText(), []);
  return (
    <Labelled {...{ label, isLabelHidden, hint, error, isInvalid, field: area }}>
      {(joined) => (
        <textarea
          {...area}
          {...joined}
          ref={own}
          className={`textarea ${className}`}
          data-slot="textarea"
          onChange={({ target }) => onChange?.(target.value)}
        />
      )}
    </Labelled>
  );
}

/** A text as a field gives it back. */
function withLineFeeds(value: NonNullable<ComponentProps<"textarea">["value"]>): string {
  return String(value).replaceAll(/\r\n?/g, "\n");
}
