import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Group, type PlanRequest, planMoves, wayOf } from "@/lib/cells/rebalance/plan-moves";

const group = (id: number, cell: number, weight: number): Group => ({ accounts: [id], cell, weight });

const request = (further: Partial<PlanRequest>): PlanRequest => ({
  cells: [1, 2, 3],
  groups: [],
  tolerance: 10,
  maxMoves: 20,
  from: null,
  to: null,
  drain: null,
  refused: new Set<string>(),
  ...further,
});

/** Requests of up to four cells, with groups that are equal and unequal, and moves that may not be. */
const requests = fc
  .record({
    count: fc.integer({ min: 1, max: 4 }),
    given: fc.array(
      fc.record({ place: fc.nat(3), weight: fc.nat(50), size: fc.integer({ min: 1, max: 3 }) }),
      {
        maxLength: 30,
      },
    ),
    tolerance: fc.nat(60),
    maxMoves: fc.integer({ min: 1, max: 40 }),
    ways: fc.array(fc.record({ index: fc.nat(29), to: fc.integer({ min: 1, max: 4 }) }), { maxLength: 20 }),
    only: fc.constantFrom("none", "from", "to", "both", "drain"),
  })
  .map(({ count, given, tolerance, maxMoves, ways, only }) => {
    const groups = given.map(({ place, weight, size }, index) => ({
      accounts: Array.from({ length: size }, (_, each) => index * 10 + each + 1),
      cell: (place % count) + 1,
      weight,
    }));
    const refused = new Set(
      ways.flatMap(({ index, to }) => {
        const found = groups[index];
        return found ? [wayOf(found, to)] : [];
      }),
    );
    const cells = Array.from({ length: count }, (_, index) => index + 1);
    const from = only === "from" || only === "both" ? 1 : null;
    const to = only === "to" || only === "both" ? count : null;
    return request({
      cells,
      groups,
      tolerance,
      maxMoves,
      refused,
      from,
      to,
      drain: only === "drain" ? count : null,
    });
  });

const squares = (loads: ReadonlyMap<number, number>) =>
  [...loads.values()].reduce((sum, load) => sum + load * load, 0);

describe("a plan", () => {
  it("moves no group twice, none that may not, no more than asked for, and each from where it is", () => {
    fc.assert(
      fc.property(requests, (given) => {
        const { moves, before, after } = planMoves(given);
        expect(moves.length).toBeLessThanOrEqual(given.maxMoves);
        expect(new Set(moves.map(({ group }) => group)).size).toBe(moves.length);
        const loads = new Map(before);
        for (const { group, from, to } of moves) {
          expect(given.groups).toContain(group);
          expect(from).toBe(group.cell);
          expect(to).not.toBe(from);
          expect(given.cells).toContain(to);
          expect(given.refused.has(wayOf(group, to))).toBe(false);
          if (given.from !== null) expect(from).toBe(given.from);
          if (given.to !== null) expect(to).toBe(given.to);
          if (given.drain !== null) expect(from).toBe(given.drain);
          loads.set(from, (loads.get(from) ?? 0) - group.weight);
          loads.set(to, (loads.get(to) ?? 0) + group.weight);
        }
        expect(loads).toEqual(after);
      }),
    );
  });

  it("lessens the spread by each move, unless a cell is to be empty", () => {
    fc.assert(
      fc.property(requests, (given) => {
        fc.pre(given.drain === null);
        const { moves, before } = planMoves(given);
        const loads = new Map(before);
        for (const { group, from, to } of moves) {
          const earlier = { squares: squares(loads), most: Math.max(...loads.values()) };
          loads.set(from, (loads.get(from) ?? 0) - group.weight);
          loads.set(to, (loads.get(to) ?? 0) + group.weight);
          expect(squares(loads)).toBeLessThan(earlier.squares);
          expect(Math.max(...loads.values())).toBeLessThanOrEqual(earlier.most);
        }
      }),
    );
  });

  it("says that it is reached where it is, and another one then moves nothing", () => {
    fc.assert(
      fc.property(requests, (given) => {
        const { moves, after, isReached } = planMoves(given);
        fc.pre(isReached);
        const mean = [...after.values()].reduce((sum, load) => sum + load, 0) / given.cells.length;
        const isAll = given.from === null && given.to === null && given.drain === null;
        if (isAll)
          for (const load of after.values())
            expect(load).toBeLessThanOrEqual(mean * (1 + given.tolerance / 100) + 1e-9);
        const places = new Map(moves.map(({ group, to }) => [group, to]));
        const groups = given.groups.map((each) => ({ ...each, cell: places.get(each) ?? each.cell }));
        expect(planMoves({ ...given, groups }).moves).toEqual([]);
      }),
    );
  });

  it("is the same in whatever order accounts come", () => {
    fc.assert(
      fc.property(requests, fc.infiniteStream(fc.nat()), (given, order) => {
        const groups = given.groups
          .map((each) => ({ each, at: order.next().value as number }))
          .toSorted((one, other) => one.at - other.at)
          .map(({ each }) => each);
        expect(planMoves({ ...given, groups })).toEqual(planMoves(given));
      }),
    );
  });

  it("empties a cell wherever nothing keeps its accounts", () => {
    fc.assert(
      fc.property(requests, (given) => {
        fc.pre(given.drain !== null && given.cells.length > 1);
        const free = { ...given, refused: new Set<string>(), maxMoves: 40 };
        const { moves, after, isReached } = planMoves(free);
        expect(isReached).toBe(true);
        expect(after.get(given.drain ?? 0)).toBe(0);
        expect(moves).toHaveLength(given.groups.filter(({ cell }) => cell === given.drain).length);
      }),
    );
  });
});

describe("what is chosen", () => {
  const moved = (further: Partial<PlanRequest>) =>
    planMoves(request(further)).moves.map(({ group, to, why }) => ({ id: group.accounts[0], to, why }));

  it("is the smallest that is enough by itself", () => {
    const groups = [group(1, 1, 100), group(2, 1, 35), group(3, 1, 20), group(4, 1, 60), group(5, 2, 145)];
    expect(moved({ cells: [1, 2], groups })).toEqual([
      {
        id: 3,
        to: 2,
        why: "Cell 1 is 19 % above the mean, cell 2 is 19 % below the mean; this is the smallest that is enough.",
      },
    ]);
  });

  it("is the largest that there is room for where none is enough", () => {
    const groups = Array.from({ length: 12 }, (_, index) => group(index + 1, 1, 10));
    expect(moved({ cells: [1, 2], groups, tolerance: 0 }).map(({ id }) => id)).toEqual([12, 11, 10, 9, 8, 1]);
  });

  it("is what brings two cells nearest where one account is more than a cell's part", () => {
    const groups = [group(1, 1, 100), group(2, 1, 60)];
    expect(moved({ groups })).toMatchObject([{ id: 2, to: 2 }]);
  });

  it("is nothing by which hardly anything changes", () => {
    const idle = Array.from({ length: 20 }, (_, index) => group(index + 10, 1, 1));
    const groups = [group(1, 1, 5_000), ...idle];
    expect(moved({ cells: [1, 2], groups })).toEqual([]);
    expect(moved({ cells: [1, 2], groups: [...groups, group(2, 1, 30)] })).toMatchObject([{ id: 2 }]);
  });

  it("fills a cell that is asked for, though no other one carries too much", () => {
    const cells = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
    const groups = cells
      .slice(1)
      .flatMap((cell) => [1, 2, 3, 4, 5].map((each) => group(cell * 10 + each, cell, 20)));
    expect(moved({ cells, groups, tolerance: 20 })).toEqual([]);
    const filled = planMoves(request({ cells, groups, tolerance: 20, to: 1 }));
    expect(filled.isReached).toBe(true);
    expect(filled.after.get(1)).toBe(80);
  });
});
