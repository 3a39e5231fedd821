import { describe, expect, it } from "vitest";
import { Repeats } from "@/lib/carriers/smpp/repeats";

const MINUTE = 60_000;

/** Returns the repeats after a message over a bind that ended right after its answer. */
function lost(endedAt = 0) {
  const repeats = new Repeats();
  const link = { openedAt: -1_000 };
  const { reference, answered } = repeats.begin("STOP", link, endedAt);
  answered(endedAt);
  repeats.linkEnded(link, endedAt);
  const again = (at: number, openedAt: number) => repeats.begin("STOP", { openedAt }, at).reference;
  return { reference, again };
}

describe("a message whose answer may have been lost", () => {
  it("is repeated by the bind that follows, however long there was none, and by another that there was", () => {
    const late = lost();
    expect(late.again(61 * MINUTE, 60 * MINUTE)).toBe(late.reference);
    const other = lost();
    expect(other.again(1_000, -MINUTE)).toBe(other.reference);
  });

  it("is said once more by its sender where it comes hours later", () => {
    const { reference, again } = lost();
    expect(again(3 * 60 * MINUTE, 1_000)).not.toBe(reference);
  });

  it("is repeated once", () => {
    const { reference, again } = lost();
    expect(again(1_000, 500)).toBe(reference);
    expect(again(2_000, 600)).not.toBe(reference);
  });
});
