import { writtenNumber } from "@/lib/sms/numbers/written-number";

/** Draws a phone number in groups of digits. Copying it yields the API's form. */
export function PhoneNumber({ number }: { number: string }) {
  const written = writtenNumber(number);
  return (
    <span
      data-copied-as={number}
      className={`tabular-nums ${written === number ? "break-all" : "whitespace-nowrap"}`}
    >
      {written}
    </span>
  );
}
