import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EntryList } from "@/lib/messages/send/entry-list";
import { responsePieces } from "@/lib/messages/send/response-pieces";

const listOf = <Entry>(entries: readonly Entry[]) => new EntryList(() => entries.values());

describe("the pieces of a response", () => {
  it("are together what JSON.stringify gives", () => {
    const entry = fc.record({ to: fc.string({ unit: "grapheme" }), parts: fc.option(fc.nat()) });
    fc.assert(
      fc.property(fc.array(entry), fc.dictionary(fc.string(), fc.jsonValue()), (entries, rest) => {
        const response = { success: true, ...rest, truncated: undefined, messages: entries, summary: {} };
        const pieces = [...responsePieces({ ...response, messages: listOf(entries) })];
        expect(pieces.join("")).toBe(JSON.stringify(response));
        expect(JSON.stringify({ ...response, messages: listOf(entries) })).toBe(JSON.stringify(response));
      }),
    );
  });

  it("make no entry before it is asked for", () => {
    let made = 0;
    const entries = new EntryList(function* () {
      for (; made < 10_000; made++) yield { text: "x".repeat(1_000) };
    });
    const pieces = responsePieces({ messages: entries });
    expect(made).toBe(0);
    const first = pieces.next().value as string;
    expect(first.length).toBeLessThan(35_000);
    expect(made).toBeLessThan(40);
    expect([...pieces].every(({ length }) => length < 35_000)).toBe(true);
    expect(made).toBe(10_000);
  });
});
