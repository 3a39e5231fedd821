import { useDeferredValue, useMemo } from "react";
import { countOf, formatCount } from "@/components/ui/count";
import { changedCharacters } from "@/lib/sms/text/changed-characters";
import type { TextMeasure } from "@/lib/sms/text/measure";

/** The maximum number of changed characters shown. */
const MAX_SHOWN = 16;

/** Draws the number of characters and parts of a text. */
export function Room({ id, measured }: { id?: string; measured: TextMeasure }) {
  const { encoding, parts, used, room, tooLong } = measured;
  return (
    <p id={id} className={`mt-2 text-sm tabular-nums ${tooLong ? "text-danger" : "text-muted"}`}>
      {formatCount(used)} of {formatCount(room)} characters, {countOf(parts, "part")}, {encoding}
    </p>
  );
}

/**
 * Lists the characters of a text that are replaced when it is sent.
 * @param advice the advice on characters that cannot be sent.
 */
export function Changes({
  text,
  unicode = false,
  advice,
}: {
  text: string;
  unicode?: boolean;
  advice?: string | undefined;
}) {
  const rested = useDeferredValue(text);
  const changes = useMemo(() => changedCharacters(rested, unicode), [rested, unicode]);
  if (changes.length === 0) return null;
  const isLost = changes.some(({ lost }) => lost);
  return (
    <div className="mt-3 rounded-lg border border-line bg-page p-3 text-sm">
      <p className="font-medium">
        {isLost ? "Some characters can’t be sent" : "Some characters will be simplified"}
      </p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {changes.slice(0, MAX_SHOWN).map(({ from, to, lost }) => (
          <li
            key={from}
            className={`rounded-md border px-2 py-0.5 ${lost ? "border-danger text-danger" : "border-line"}`}
          >
            {from.trim() === "" ? "a space" : from} <span aria-hidden="true">→</span>
            <span className="sr-only">becomes</span>{" "}
            {to === "" ? "nothing" : to.trim() === "" ? "a space" : to}
          </li>
        ))}
        {changes.length > MAX_SHOWN ? (
          <li className="py-0.5 text-muted">and {changes.length - MAX_SHOWN} more</li>
        ) : null}
      </ul>
      {isLost && advice ? <p className="mt-2 text-muted">{advice}</p> : null}
    </div>
  );
}
