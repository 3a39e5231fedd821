import { expect, it } from "vitest";
import { readRecipients } from "@/lib/messages/send/recipients";
import { countTurns } from "@/tests/support/count-turns";

it("reads a list as long as it may be, written as it may be, without holding others up", async () => {
  const written = Array.from({ length: 10_000 }, (_, n) => `+64 ${"- ".repeat(40)} ${211_000_000 + n}`);
  const turns = countTurns();
  const recipients = await readRecipients(written, 10_000);
  expect(turns.end()).toBeGreaterThanOrEqual(19);
  expect(recipients.at(-1)).toEqual({ given: written.at(-1), msisdn: "64211009999" });
});
