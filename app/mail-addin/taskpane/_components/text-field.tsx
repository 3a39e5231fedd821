import { Button } from "@/components/controls/button";
import { TextArea } from "@/components/controls/text-area";
import { Changes, Room } from "@/components/send/text-room";
import type { TextMeasure } from "@/lib/sms/text/measure";

/** Draws the text field, the text's length, and the characters that are replaced when it is sent. */
export function TextField({
  text,
  measured,
  subject,
  error,
  onChange,
}: {
  text: string;
  measured: TextMeasure;
  /** The email's subject, which the reader can use as the text. */
  subject: string;
  error: string | undefined;
  onChange: (text: string) => void;
}) {
  return (
    <div>
      <TextArea
        id="text"
        label="Text"
        error={error}
        rows={5}
        className="min-h-28"
        aria-describedby="room"
        value={text}
        onChange={onChange}
      />
      <Room id="room" measured={measured} />
      <Changes text={text} />
      {text === "" && subject !== "" ? (
        <Button size="sm" variant="outline" className="mt-2" onPress={() => onChange(subject)}>
          Start with the email subject
        </Button>
      ) : null}
    </div>
  );
}
