import { describe, expect, it, test } from "vitest";
import { appointmentText } from "@/lib/sms/text/appointment-text";

const NAMES = [
  [undefined, "Your next appointment with Acme"],
  ["Mere", "Hi Mere, your next appointment with Acme"],
] as const;
const TIMES = [
  [undefined, undefined, " is coming up."],
  ["Mon 3 May", undefined, " is coming up."],
  [undefined, "9:30am", " is coming up."],
  ["Mon 3 May", "9:30am", " is on Mon 3 May at 9:30am."],
] as const;
const PROMPTS = [
  [false, undefined, ""],
  [true, undefined, " Reply Y to confirm."],
  [false, "09 123 4567", " Pls call us on 09 123 4567 to re-book."],
  [true, "09 123 4567", " Reply Y to confirm or Pls call us on 09 123 4567 to re-book."],
] as const;
const ADDRESSES = [
  [undefined, ""],
  ["1 Queen St", " Our Address: 1 Queen St."],
] as const;

const ALL = NAMES.flatMap(([name, greeting]) =>
  TIMES.flatMap(([date, time, when]) =>
    PROMPTS.flatMap(([replyY, callUs, prompt]) =>
      ADDRESSES.map(([address, where]) => ({
        given: { company: "Acme", name, date, time, replyY, callUs, address },
        text: `${greeting}${when}${prompt}${where} Std SMS charges apply.`,
      })),
    ),
  ),
);

describe("appointmentText", () => {
  it("is tried with every combination", () => expect(ALL).toHaveLength(64));

  test.each(ALL)("$text", ({ given, text }) => {
    expect(appointmentText(given)).toBe(text);
  });
});
