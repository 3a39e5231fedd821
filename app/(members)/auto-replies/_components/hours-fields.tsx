import type { RuleForm } from "@/app/(members)/auto-replies/_components/rule-dialog";
import { DAYS, HOURS_TITLES } from "@/app/(members)/auto-replies/_components/words";
import { FilterSelect } from "@/components/lists/filter-field";
import { Field } from "@/components/ui/field";

/** Draws the hours of a rule: always, or times of day in New Zealand on some days. */
export function HoursFields({
  form: { hours, days, fromTime, toTime },
  onChange,
}: {
  form: Pick<RuleForm, "hours" | "days" | "fromTime" | "toTime">;
  onChange: (changes: Partial<RuleForm>) => void;
}) {
  const toggle = (day: number, isChosen: boolean) =>
    onChange({ days: isChosen ? [...days, day] : days.filter((other) => other !== day) });
  return (
    <>
      <FilterSelect
        label="Time"
        value={hours}
        options={Object.entries(HOURS_TITLES).map(([value, title]) => ({ value, title }))}
        onChange={(value) => onChange({ hours: value as RuleForm["hours"] })}
      />
      {hours === "always" ? null : (
        <>
          <fieldset>
            <legend className="label mb-1">Days</legend>
            <div className="flex flex-wrap gap-x-4 gap-y-2">
              {DAYS.map((name, place) => (
                <label key={name} className="flex items-center gap-2 text-sm">
                  <input
                    type="checkbox"
                    className="size-4 accent-accent"
                    checked={days.includes(place + 1)}
                    onChange={({ target }) => toggle(place + 1, target.checked)}
                  />
                  {name}
                </label>
              ))}
            </div>
          </fieldset>
          <div className="grid grid-cols-2 gap-4">
            <Field
              label="From"
              type="time"
              value={fromTime}
              onChange={({ target }) => onChange({ fromTime: target.value })}
            />
            <Field
              label="To"
              type="time"
              hint="NZ time. Equal times mean 24 hours."
              value={toTime}
              onChange={({ target }) => onChange({ toTime: target.value })}
            />
          </div>
        </>
      )}
    </>
  );
}
