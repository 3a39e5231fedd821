import { useId } from "react";
import { countOf } from "@/components/ui/count";
import type { MissingZero, MissingZeros } from "@/lib/sms/numbers/number-problems";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

/** Asks if numbers without a zero are New Zealand mobiles. The reader can change the answer at any time. */
export function MissingZerosQuestion({
  zeros: { count, first, restored },
  answer,
  onAnswer,
}: {
  zeros: MissingZeros;
  answer: MissingZero | null;
  onAnswer: (answer: MissingZero) => void;
}) {
  const name = useId();
  if (count === 0) return null;
  const option = (value: MissingZero, label: string) => (
    <label className="flex min-h-11 items-center gap-2">
      <input
        type="radio"
        name={name}
        className="size-4 shrink-0 accent-accent"
        checked={answer === value}
        onChange={() => onAnswer(value)}
      />
      <span>{label}</span>
    </label>
  );
  return (
    <fieldset className="rounded-lg border border-line p-3 text-sm">
      <legend className="px-1 font-medium">Missing zeros</legend>
      <p className="break-words">
        {countOf(count, "number")} {count === 1 ? "has" : "have"} no 0 or country code, such as{" "}
        <span className="font-mono">{first.slice(0, 40)}</span>. Spreadsheets drop the 0. Is{" "}
        {count === 1 ? "it a New Zealand mobile" : "each a New Zealand mobile"}, such as{" "}
        <span className="whitespace-nowrap">{writtenNumber(restored)}</span>?
      </p>
      <div className="flex flex-col sm:flex-row sm:gap-6">
        {option("new-zealand", "Yes, add the 0")}
        {option("as-written", "No, it starts with a country code")}
      </div>
    </fieldset>
  );
}

/** The sentence that asks for an answer. */
export const ANSWER_MISSING_ZEROS = "Say whether the numbers without a 0 are New Zealand mobiles.";
