import { Button, FieldError, Label, TextField as Labelled, TextArea } from "@heroui/react";
import { useDeferredValue, useMemo } from "react";
import type { Measured } from "@/app/(members)/send/_components/send-form";
import { changedCharacters } from "@/lib/sms/changed-characters";

/** Most characters that are shown with what becomes of them. */
const SHOWN = 12;

/** The text, how much room it takes, and which of its characters go out as something else. */
export function TextField({
  text,
  measured,
  subject,
  error,
  onChange,
}: {
  text: string;
  measured: Measured;
  /** The e-mail's, which may be the text. */
  subject: string;
  error: string | undefined;
  onChange: (text: string) => void;
}) {
  const { encoding, parts, used, room, tooLong } = measured;
  return (
    <div>
      <Labelled fullWidth isInvalid={error !== undefined} value={text} onChange={onChange}>
        <Label>Text</Label>
        <TextArea id="text" rows={5} className="min-h-28" aria-describedby="room" />
        {error ? <FieldError>{error}</FieldError> : null}
      </Labelled>
      <p id="room" className={`mt-1.5 text-sm tabular-nums ${tooLong ? "text-danger" : "text-muted"}`}>
        {used.toLocaleString("en-NZ")} of {room.toLocaleString("en-NZ")} characters, {parts}{" "}
        {parts === 1 ? "part" : "parts"}, {encoding}
      </p>
      <Changes text={text} />
      {text === "" && subject !== "" ? (
        <Button size="sm" variant="outline" className="mt-2" onPress={() => onChange(subject)}>
          Begin with the e-mail’s subject
        </Button>
      ) : null}
    </div>
  );
}

function Changes({ text }: { text: string }) {
  const rested = useDeferredValue(text);
  const changes = useMemo(() => changedCharacters(rested, false), [rested]);
  if (changes.length === 0) return null;
  const isLost = changes.some(({ lost }) => lost);
  return (
    <div className="mt-2 rounded-lg border border-line bg-panel p-2.5 text-sm">
      <p className="font-medium">
        {isLost ? "Some characters cannot be sent" : "Some characters go out in a plain form"}
      </p>
      <ul className="mt-1.5 flex flex-wrap gap-1.5">
        {changes.slice(0, SHOWN).map(({ from, to, lost }) => (
          <li
            key={from}
            className={`rounded-md border px-1.5 py-0.5 ${lost ? "border-danger text-danger" : "border-line"}`}
          >
            {from.trim() === "" ? "a space" : from} <span aria-hidden="true">→</span>
            <span className="sr-only">becomes</span>{" "}
            {to === "" ? "nothing" : to.trim() === "" ? "a space" : to}
          </li>
        ))}
        {changes.length > SHOWN ? (
          <li className="py-0.5 text-muted">and {changes.length - SHOWN} more</li>
        ) : null}
      </ul>
    </div>
  );
}
