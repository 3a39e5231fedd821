import { writtenNumber } from "@/lib/sms/numbers/written-number";

/** A phone number as people write it. Copied, it is the API's. */
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
