import { type ComponentProps, useId } from "react";

/** A country with its code in accounts, and its name. */
export type CountryChoice = { code: string; name: string };

/**
 * Draws a labelled choice of a country by its name.
 * @param chosen the code selected at first. An unknown code is offered as it is.
 */
export function CountrySelect({
  label,
  hint,
  error,
  countries,
  chosen,
  ...select
}: {
  label: string;
  hint: string;
  error?: string | undefined;
  countries: readonly CountryChoice[];
  chosen: string;
} & Omit<ComponentProps<"select">, "id" | "className" | "defaultValue" | "value">) {
  const id = useId();
  const isListed = countries.some(({ code }) => code === chosen);
  const options = isListed ? countries : [{ code: chosen, name: chosen }, ...countries];
  return (
    <div className="flex w-full min-w-0 flex-col gap-1">
      <label htmlFor={id} className="label w-fit">
        {label}
      </label>
      <select
        {...select}
        id={id}
        defaultValue={chosen}
        aria-describedby={`${id}-hint`}
        aria-invalid={error !== undefined}
        className="input w-full"
      >
        {options.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className="text-xs text-muted">
        {hint}
      </p>
      {error === undefined ? null : <p className="text-xs text-danger">{error}</p>}
    </div>
  );
}
