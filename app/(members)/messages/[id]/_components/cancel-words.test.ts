import { expect, it } from "vitest";
import { cancelledWords, cancelQuestion } from "@/app/(members)/messages/[id]/_components/cancel-words";

const PRICE = { net: "0.10", gst: "0.015", total: "0.115", givenBackAt: null };
const WAITING = { to: "64211234567", price: PRICE };
const PAUSED = { to: "64211234567", price: { ...PRICE, givenBackAt: "2026-11-27 12:00:00" } };

it("promises what a cancelled message cost, and tells of it", () => {
  expect(cancelQuestion(WAITING)).toBe(
    "It won’t be sent to 021 123 4567, and $0.115 is refunded to your balance. You can’t undo this.",
  );
  expect(cancelledWords(WAITING, "0.115")).toBe("Message cancelled. $0.115 refunded to your balance.");
});

it("promises no refund of what was refunded when its send was paused", () => {
  expect(cancelQuestion(PAUSED)).toBe(
    "It won’t be sent to 021 123 4567. The price was refunded when you paused its send. You can’t undo this.",
  );
  expect(cancelledWords(PAUSED, "0.115")).toBe("Message cancelled.");
});

it("speaks of no price where there is none", () => {
  expect(cancelQuestion({ ...WAITING, price: null })).toBe(
    "It won’t be sent to 021 123 4567. You can’t undo this.",
  );
});
