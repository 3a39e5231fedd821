"use client";

import { Field } from "@/components/ui/field";
import { WEEKDAYS } from "@/components/words/weekdays";
import type { DeliveryWindow } from "@/lib/sms/delivery-window";

const USUAL: DeliveryWindow = { days: [1, 2, 3, 4, 5], from: "09:00", to: "17:00", localTime: false };

/** Draws the delivery hours and days of messages. */
export function WindowField({
  window,
  error,
  onChange,
}: {
  window: DeliveryWindow | null;
  error: string | undefined;
  onChange: (window: DeliveryWindow | null) => void;
}) {
  const change = (changes: Partial<DeliveryWindow>) => window && onChange({ ...window, ...changes });
  return (
    <fieldset className="sm:col-span-2" aria-describedby={error ? "window-error" : undefined}>
      <legend className="label mb-2">Delivery hours</legend>
      <Checkbox
        id="window"
        label="Only at certain hours"
        isChecked={window !== null}
        onChange={(isOn) => onChange(isOn ? USUAL : null)}
      />
      {window ? (
        <div className="mt-3 flex flex-col gap-3">
          <div className="grid max-w-xs grid-cols-2 gap-4">
            <Field
              type="time"
              label="From"
              value={window.from}
              onChange={({ target }) => change({ from: target.value })}
            />
            <Field
              type="time"
              label="Until"
              value={window.to}
              onChange={({ target }) => change({ to: target.value })}
            />
          </div>
          <div className="flex flex-wrap gap-x-4 gap-y-2">
            {WEEKDAYS.map(({ day, short, long }) => (
              <Checkbox
                key={day}
                label={short}
                name={long}
                isChecked={window.days.includes(day)}
                onChange={(isOn) => change({ days: withDay(window.days, day, isOn) })}
              />
            ))}
          </div>
          <Checkbox
            label="In each recipient’s time zone"
            isChecked={window.localTime}
            onChange={(localTime) => change({ localTime })}
          />
          {error ? (
            <p id="window-error" className="text-sm text-danger" role="alert">
              {error}
            </p>
          ) : null}
        </div>
      ) : null}
    </fieldset>
  );
}

function withDay(days: readonly number[], day: number, isOn: boolean): number[] {
  return isOn ? [...days, day].sort() : days.filter((each) => each !== day);
}

/** @param name the meaning of a short label. */
function Checkbox({
  id,
  label,
  name,
  isChecked,
  onChange,
}: {
  id?: string;
  label: string;
  name?: string;
  isChecked: boolean;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <label className="flex items-center gap-2 text-sm">
      <input
        id={id}
        type="checkbox"
        aria-label={name}
        className="size-4 accent-accent"
        checked={isChecked}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  );
}
