import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "@/components/controls/button";
import { TextBubble } from "@/components/send/text-bubble";
import { formatCount } from "@/components/ui/count";
import { writtenNumber } from "@/lib/sms/numbers/written-number";
import { encodeText } from "@/lib/sms/text/encoding";

/** The shown text of one recipient, and a function that shows another recipient's. */
export type ShownText = { text: string; place: number; setPlace: (place: number) => void };

/** The maximum number of columns with a button. */
const MAX_BUTTONS = 12;

/** Draws buttons that insert the columns of a file, or the fields of contacts, into a text. */
export function ColumnButtons({
  label,
  names,
  onInsert,
}: {
  label: string;
  names: readonly string[];
  onInsert: (placeholder: string) => void;
}) {
  const columns = [...new Set(names)]
    // A text cannot refer to other names.
    .filter((name) => /^[^{}|]{1,60}$/.test(name))
    .slice(0, MAX_BUTTONS);
  if (columns.length === 0) return null;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 text-sm">
      <span className="text-muted">{label}</span>
      {columns.map((name) => (
        <Button key={name} size="sm" variant="outline" onPress={() => onInsert(`{{${name}}}`)}>
          <span className="max-w-40 truncate">{name}</span>
        </Button>
      ))}
    </div>
  );
}

/** Draws one recipient's final text, and buttons for the other recipients. */
export function MergePreview({
  recipients,
  unicode,
  shown: { text, place, setPlace },
}: {
  recipients: readonly string[];
  unicode: boolean;
  shown: ShownText;
}) {
  const number = recipients[place];
  if (number === undefined) return null;
  const step = (to: number, label: string, Icon: typeof ChevronLeft) => (
    <Button
      size="sm"
      variant="ghost"
      isIconOnly
      aria-label={label}
      isDisabled={to < 0 || to >= recipients.length}
      onPress={() => setPlace(to)}
    >
      <Icon aria-hidden="true" size={16} />
    </Button>
  );
  return (
    <section aria-label="Preview" className="mt-4">
      <div className="flex items-center justify-between gap-3">
        <p className="text-sm text-muted tabular-nums" aria-live="polite">
          Preview for {writtenNumber(number)} ({formatCount(place + 1)} of {formatCount(recipients.length)})
        </p>
        <div className="flex shrink-0 gap-1">
          {step(place - 1, "Previous recipient", ChevronLeft)}
          {step(place + 1, "Next recipient", ChevronRight)}
        </div>
      </div>
      <TextBubble>{encodeText(text, unicode).text}</TextBubble>
    </section>
  );
}
