/** Accounts and people that share each other, and move together or not at all (rules: dividing accounts anew). */
export type Group = {
  /** Their ids in order; the first one names the group. */
  accounts: readonly number[];
  cell: number;
  weight: number;
};

/** What a plan is asked for. */
export type PlanRequest = {
  cells: readonly number[];
  groups: readonly Group[];
  /** By how much a cell may be above the mean, in percent. */
  tolerance: number;
  maxMoves: number;
  /** The only cell that accounts leave, or go to; null for any. */
  from: number | null;
  to: number | null;
  /** The cell that is to be empty; null for none. */
  drain: number | null;
  /** What may not be, as `wayOf` names it. */
  refused: ReadonlySet<string>;
};

export type PlannedMove = { group: Group; from: number; to: number; why: string };

/** `before` and `after`: what each cell carries. `isReached`: whether nothing is left to be moved. */
export type Plan = {
  moves: PlannedMove[];
  before: ReadonlyMap<number, number>;
  after: ReadonlyMap<number, number>;
  isReached: boolean;
};

/**
 * A move is worth it that takes so much off the heavier of two cells: this part of the mean, and this one of what moves. Two
 * databases work for it.
 */
const LEAST_OF_MEAN = 0.001;
const LEAST_OF_MOVED = 0.05;

/** A group's move to a cell, by a name. */
export function wayOf({ accounts }: Group, to: number): string {
  return `${accounts[0]}>${to}`;
}

/**
 * Plans which groups move where (rules: dividing accounts anew): the same for the same accounts, in whatever order they come.
 * Each move lessens the spread, and no group moves twice, so that it ends.
 */
export function planMoves(request: PlanRequest): Plan {
  const before = new Map(request.cells.map((cell) => [cell, 0]));
  for (const { cell, weight } of request.groups) before.set(cell, (before.get(cell) ?? 0) + weight);
  const groups = request.groups.toSorted(byWeight);
  const state: State = { ...request, groups, loads: new Map(before), moves: [], taken: new Set() };
  const isReached = request.drain === null ? level(state) : empty(state, request.drain);
  return { moves: state.moves, before, after: state.loads, isReached };
}

type State = PlanRequest & {
  loads: Map<number, number>;
  moves: PlannedMove[];
  taken: Set<Group>;
};

const first = ({ accounts }: Group) => accounts[0] ?? 0;

/** The lightest first. */
const byWeight = (one: Group, other: Group) => one.weight - other.weight || first(one) - first(other);

function take({ loads, moves, taken }: State, group: Group, to: number, why: string): void {
  moves.push({ group, from: group.cell, to, why });
  taken.add(group);
  loads.set(group.cell, (loads.get(group.cell) ?? 0) - group.weight);
  loads.set(to, (loads.get(to) ?? 0) + group.weight);
}

/** Cells in the order of what they carry, the lightest first. */
const ordered = (loads: ReadonlyMap<number, number>, of: readonly number[]) =>
  of.toSorted((one, other) => (loads.get(one) ?? 0) - (loads.get(other) ?? 0) || one - other);

/** Empties a cell, the heaviest groups first, each into the lightest of the others. @returns whether nobody is left. */
function empty(state: State, drained: number): boolean {
  const targets = state.to === null ? state.cells.filter((cell) => cell !== drained) : [state.to];
  let left = 0;
  for (const group of state.groups.toReversed().filter(({ cell }) => cell === drained)) {
    const to = ordered(state.loads, targets).find((cell) => !state.refused.has(wayOf(group, cell)));
    if (to === undefined || state.moves.length >= state.maxMoves) left++;
    else take(state, group, to, `Cell ${drained} is to be empty; cell ${to} carries the least.`);
  }
  return left === 0;
}

/**
 * Moves groups from the heaviest cell to the lightest, until none is above the mean by more than the tolerance, and the one
 * that is to be filled is not below it by more. @returns whether it came to that.
 */
function level(state: State): boolean {
  const { loads, cells, from, to, tolerance, maxMoves } = state;
  const mean = [...loads.values()].reduce((sum, load) => sum + load, 0) / Math.max(cells.length, 1);
  const bounds = {
    most: mean * (1 + tolerance / 100),
    least: to === null ? 0 : mean * (1 - tolerance / 100),
  };
  const sources = (from === null ? cells : [from]).filter((cell) => cell !== to);
  const stuck = new Set<number>();
  const wantedOf = (source: number, target: number) =>
    Math.max((loads.get(source) ?? 0) - bounds.most, bounds.least - (loads.get(target) ?? 0));
  const lightest = () => ordered(loads, to === null ? cells : [to]);
  while (state.moves.length < maxMoves) {
    const source = ordered(loads, sources).findLast((cell) => !stuck.has(cell));
    if (source === undefined) break;
    const chosen = firstOf(lightest(), (target) => {
      const wanted = wantedOf(source, target);
      return wanted > 0
        ? choose(state, { source, target, wanted, most: bounds.most, least: mean * LEAST_OF_MEAN })
        : null;
    });
    if (chosen) take(state, chosen.group, chosen.target, whyOf(state, chosen, { source, mean }));
    else stuck.add(source);
  }
  return lightest().every((target) => sources.every((source) => wantedOf(source, target) <= 0));
}

function firstOf<Each, Found>(all: readonly Each[], of: (each: Each) => Found | null): Found | null {
  for (const each of all) {
    const found = of(each);
    if (found !== null) return found;
  }
  return null;
}

/** How a group was chosen: by it alone the cell comes within the bound, it is the most that goes, or the best that there is. */
type How = "enough" | "largest" | "nearest";

type Asked = { source: number; target: number; wanted: number; most: number; least: number };

type Chosen = { group: Group; target: number; how: How };

/**
 * Which group goes from a cell to another: the lightest by which nothing more has to; else the heaviest that the other one has
 * room for; else the one that leaves the two as near to each other as there is. Null where each would make it worse, or is not
 * worth it.
 */
function choose(
  { groups, loads, taken, refused }: State,
  { source, target, wanted, most, least }: Asked,
): Chosen | null {
  const load = loads.get(target) ?? 0;
  const gap = (loads.get(source) ?? 0) - load;
  const isWorth = ({ weight }: Group) => {
    const relief = Math.min(weight, gap - weight);
    return relief > 0 && relief >= Math.max(least, weight * LEAST_OF_MOVED);
  };
  const free = groups.filter(
    (group) =>
      group.cell === source && isWorth(group) && !taken.has(group) && !refused.has(wayOf(group, target)),
  );
  const fitting = free.filter(({ weight }) => load + weight <= most);
  const enough = fitting.find(({ weight }) => weight >= wanted);
  if (enough) return { group: enough, target, how: "enough" };
  const largest = fitting.at(-1);
  if (largest) return { group: largest, target, how: "largest" };
  const distance = ({ weight }: Group) => Math.abs(gap / 2 - weight);
  const [nearest] = free.toSorted((one, other) => distance(one) - distance(other) || byWeight(one, other));
  return nearest ? { group: nearest, target, how: "nearest" } : null;
}

const REASONS: Readonly<Record<How, string>> = {
  enough: "this is the smallest that is enough",
  largest: "this is the largest that the other has room for",
  nearest: "this brings the two nearest to each other",
};

/** Why a group moves, before it does. */
function whyOf(
  { loads }: State,
  { target, how }: Chosen,
  { source, mean }: { source: number; mean: number },
): string {
  const part = (cell: number) => {
    const percent = Math.round((((loads.get(cell) ?? 0) - mean) / mean) * 100);
    return `Cell ${cell} is ${Math.abs(percent)} % ${percent < 0 ? "below" : "above"} the mean`;
  };
  return `${part(source)}, ${part(target).replace("Cell", "cell")}; ${REASONS[how]}.`;
}
