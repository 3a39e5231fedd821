import { describe, expect, it } from "vitest";
import { cursor, type Place } from "@/lib/contracts/members/cursor";
import { readKeysetPage, readSearchedPage } from "@/lib/db/keyset";
import type { Stretch } from "@/lib/db/keyset.sql";
import { idAt } from "@/lib/ids";

const place = (nth: number): Place => ({ at: new Date(nth * 1_000), id: idAt(new Date(nth * 1_000)) });
const ALL = Array.from({ length: 7 }, (_, index) => place(index + 1));
const nthOf = ({ at }: Place) => at.getTime() / 1_000;

/** Returns the result of lists' statements for seven rows. */
async function read({ place: from, direction, limit }: Stretch): Promise<Place[]> {
  const isOlder = direction === "older";
  const rows = ALL.filter((row) => from === null || (isOlder ? row.at < from.at : row.at > from.at));
  return (isOlder ? rows.toReversed() : rows).slice(0, limit);
}

async function page(
  order: string | undefined,
  which: { before?: string | null; after?: string | null } = {},
) {
  const [before, after] = [which.before, which.after].map((text) =>
    text ? cursor().parse(text) : undefined,
  );
  const { rows, newer, older } = await readKeysetPage({ limit: 3, order, before, after }, read);
  return { rows: rows.map(nthOf), newer, older };
}

describe("a page of a list by time", () => {
  it.each([
    ["newest", undefined, "older", "newer", [[7, 6, 5], [4, 3, 2], [1]]],
    ["newest", "-time", "older", "newer", [[7, 6, 5], [4, 3, 2], [1]]],
    ["oldest", "time", "newer", "older", [[1, 2, 3], [4, 5, 6], [7]]],
  ] as const)("goes on and back from the %s with the order %s", async (_, order, on, back, pages) => {
    const to = (direction: "older" | "newer", from: { newer: string | null; older: string | null }) =>
      page(order, direction === "older" ? { before: from.older } : { after: from.newer });
    const first = await page(order);
    const second = await to(on, first);
    const third = await to(on, second);
    expect([first.rows, second.rows, third.rows]).toEqual(pages);
    expect([first[back], third[on]]).toEqual([null, null]);
    expect((await to(back, third)).rows).toEqual(pages[1]);
    // The way back ends with the first page, which is full.
    const again = await to(back, second);
    expect([again.rows, again[back]]).toEqual([pages[0], null]);
  });

  it("is full on the way back to the beginning", async () => {
    const { newer } = await page(undefined, { before: `${7_000}.${idAt(new Date(7_000))}` });
    expect((await page(undefined, { after: newer })).rows).toEqual([7, 6, 5]);
    const oldest = await page("time", { after: `${1_000}.${idAt(new Date(1_000))}` });
    expect((await page("time", { before: oldest.older })).rows).toEqual([1, 2, 3]);
  });
});

describe("a page of a list that is searched no further than a bound", () => {
  /** Finds the odd rows among seven, and reads two at most. */
  const search = async (stretch: Stretch) => {
    const rows = (await read({ ...stretch, limit: 7 })).slice(0, 2);
    const last = rows.at(-1);
    const found = rows.filter((row) => nthOf(row) % 2 === 1);
    return { rows: found, stoppedAt: rows.length < 2 || !last ? null : last };
  };

  it("goes on and back from where the search had to end, though it has few rows or none", async () => {
    const searched = (which: { before?: Place; after?: Place }) =>
      readSearchedPage({ limit: 3, ...which }, search);
    const placeOf = (text: string | null) => cursor().parse(text);
    const first = await searched({});
    expect([first.rows.map(nthOf), first.newer]).toEqual([[7], null]);
    expect(placeOf(first.older)).toEqual(place(6));
    expect(first.stoppedAt).toEqual(place(6));
    const second = await searched({ before: place(6) });
    expect([second.rows.map(nthOf), placeOf(second.older)]).toEqual([[5], place(4)]);
    const back = await searched({ after: place(1) });
    expect([back.rows.map(nthOf), placeOf(back.older), placeOf(back.newer)]).toEqual([
      [3],
      place(3),
      place(3),
    ]);
    const none = await readSearchedPage({ limit: 3, before: place(6) }, async () => ({
      rows: [],
      stoppedAt: place(4),
    }));
    expect([placeOf(none.newer), placeOf(none.older)]).toEqual([place(4), place(4)]);
  });
});
