import { describe, expect, it } from "vitest";
import { inTurn } from "@/lib/parsing/turns";
import { yieldToOthers } from "@/lib/parsing/yield-to-others";
import { countTurns } from "@/tests/support/count-turns";

const LARGE = 64 * 1024;

describe("large bodies", () => {
  it("are read one after the other, whatever becomes of them, and small ones meanwhile", async () => {
    const events: string[] = [];
    const read = (name: string, fails = false) =>
      inTurn(name === "small" ? 200 : LARGE, async () => {
        events.push(`${name} begins`);
        await yieldToOthers();
        events.push(`${name} ends`);
        if (fails) throw new Error(name);
      });
    const [first] = await Promise.allSettled([read("first", true), read("second"), read("small")]);
    expect(first).toMatchObject({ status: "rejected", reason: new Error("first") });
    expect(events.filter((event) => !event.startsWith("small"))).toEqual([
      "first begins",
      "first ends",
      "second begins",
      "second ends",
    ]);
    expect(events.indexOf("small begins")).toBeLessThan(events.indexOf("second begins"));
  });

  it("have a turn of the event loop each", async () => {
    const turns = countTurns();
    const begun = await Promise.all(
      Array.from({ length: 10 }, () => inTurn(LARGE, async () => turns.soFar())),
    );
    turns.end();
    expect(new Set(begun).size).toBe(10);
  });
});
