import type { FoundNumber } from "@/lib/mail-addin/find-numbers";

/** Draws the numbers in the open email, each with a checkbox. Only checked numbers get a message. */
export function FoundNumbers({
  found,
  isReading,
  chosen,
  onChange,
}: {
  found: readonly FoundNumber[];
  isReading: boolean;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  if (isReading || found.length === 0) {
    return (
      <p role="status" className="text-sm text-muted">
        {isReading ? "Looking for numbers in this email…" : "No mobile numbers in this email."}
      </p>
    );
  }
  return (
    <fieldset>
      <legend className="label mb-1">Found in this email</legend>
      <ul className="flex flex-col">
        {found.map(({ msisdn, shown, where }) => (
          <li key={msisdn}>
            <label className="flex cursor-pointer items-start gap-2.5 py-1.5 text-sm">
              <input
                type="checkbox"
                className="mt-0.5 size-4 shrink-0 accent-accent"
                checked={chosen.includes(msisdn)}
                onChange={({ target }) =>
                  onChange(
                    target.checked ? [...chosen, msisdn] : chosen.filter((number) => number !== msisdn),
                  )
                }
              />
              <span className="min-w-0">
                <span className="tabular-nums">{shown}</span>
                <span className="block break-words text-muted">{where}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
