import { HOME_CELL } from "@/lib/cell-numbers";
import { cellOf } from "@/lib/cells/cells";
import { groupOf, requireMovable } from "@/lib/cells/move/account-group";
import type { MoveResult } from "@/lib/cells/move/move-account";
import { MoveError } from "@/lib/cells/move/moving";
import { type MoveSetting, placeOf, runMove } from "@/lib/cells/move/run-move";
import { readMoved } from "@/lib/cells/moved";
import { type Plan, type PlannedMove, planMoves, wayOf } from "@/lib/cells/rebalance/plan-moves";
import { type Loaded, readLoads } from "@/lib/cells/rebalance/read-loads";
import { emailsStatement } from "@/lib/cells/rebalance/read-loads.sql";
import { env } from "@/lib/env";

/** How accounts are to be divided anew; see `PlanRequest`. `days`: of how many days messages count. */
export type RebalanceRequest = {
  tolerance: number;
  maxMoves: number;
  days: number;
  from: number | null;
  to: number | null;
  drain: number | null;
};

/** What a cell carries: the messages of the last days, rows, and what both weigh. `ofMean`: in percent of the mean. */
export type Carried = { messages: number; rows: number; weight: number; ofMean: number };

/** Accounts that move together, or do not, and what they cost. */
type Told = {
  accounts: readonly number[];
  emails: readonly string[];
  from: number;
  to: number;
  messages: number;
  rows: number;
  why: string;
};

/** What an operator reads of a plan. `reached`: whether nothing more would have to move. */
export type ToldPlan = {
  cells: readonly { cell: number; now: Carried; after: Carried }[];
  moves: readonly Told[];
  refused: readonly Told[];
  reached: boolean;
};

/** More accounts than that, which the rules of moving keep where they are, are not looked at for one plan. */
const MAX_REFUSED = 1_000;

/**
 * Plans how accounts would be divided anew, and changes nothing (rules: dividing accounts anew). Whom the rules of moving keep
 * is planned around, and told of.
 * @throws MoveError with a sentence for the operator.
 */
export async function planRebalance(
  setting: MoveSetting,
  request: RebalanceRequest,
  now: Date,
): Promise<ToldPlan> {
  requireSensible(setting, request);
  await readMoved(placeOf(setting, HOME_CELL).db);
  const groups: Loaded[] = [];
  // One by one: a call takes no more arguments than its stack has room for.
  for (const { db } of setting.cells)
    for (const group of await readLoads(db, request.days, now)) groups.push(group);
  const { plan, refused } = await planAllowed(setting, request, groups);
  const told = (moves: readonly PlannedMove[]) => Promise.all(moves.map((move) => tell(setting, move)));
  return {
    cells: carriedBy(setting, groups, plan),
    moves: await told(plan.moves),
    refused: await told(refused),
    reached: plan.isReached,
  };
}

/** @throws MoveError for cells that there are not, or of which nothing can come. */
function requireSensible(setting: MoveSetting, { from, to, drain }: RebalanceRequest): void {
  for (const cell of [from, to, drain]) if (cell !== null) placeOf(setting, cell);
  if (from !== null && from === to) throw new MoveError("Accounts move from one cell to another one.");
  if (drain === null) return;
  if (drain === HOME_CELL) throw new MoveError("Home is never taken away: --from 1 has it carry less.");
  if (from !== null || drain === to)
    throw new MoveError(`Accounts move out of cell ${drain}, which is to be empty.`);
  if (drain === env().newAccountsCell)
    throw new MoveError(`New accounts are made in cell ${drain}, by NEW_ACCOUNTS_CELL: change that first.`);
}

/** A plan of which nothing is refused: what is, is left out, and the rest planned again. */
async function planAllowed(
  setting: MoveSetting,
  request: RebalanceRequest,
  groups: readonly Loaded[],
): Promise<{ plan: Plan; refused: PlannedMove[] }> {
  const cells = setting.cells.map(({ db }) => db.cell);
  const [refused, ways, allowed] = [[] as PlannedMove[], new Set<string>(), new Set<string>()];
  while (refused.length <= MAX_REFUSED) {
    const plan = planMoves({ ...request, cells, groups, refused: ways });
    const kept = await firstKept(setting, plan, allowed);
    if (kept === null) return { plan, refused };
    refused.push(kept);
    ways.add(wayOf(kept.group, kept.to));
  }
  throw new MoveError(`More than ${MAX_REFUSED} moves are refused: move accounts one by one.`);
}

/** The first move of a plan that the rules of moving refuse, with why; null for none. `allowed`: those that were looked at. */
async function firstKept(
  setting: MoveSetting,
  { moves }: Plan,
  allowed: Set<string>,
): Promise<PlannedMove | null> {
  for (const move of moves.filter(({ group, to }) => !allowed.has(wayOf(group, to)))) {
    const why = await keptBy(setting, move);
    if (why !== null) return { ...move, why };
    allowed.add(wayOf(move.group, move.to));
  }
  return null;
}

/** Why the rules of moving keep a group where it is; null where they do not. */
async function keptBy(setting: MoveSetting, { group, from, to }: PlannedMove): Promise<string | null> {
  const [source, target] = [placeOf(setting, from).db, placeOf(setting, to).db];
  try {
    // Who belongs together is asked again: somebody may have joined since.
    const accounts = await groupOf(source, group.accounts[0] ?? 0);
    await requireMovable({ source, target }, accounts, true);
    return null;
  } catch (error) {
    if (error instanceof MoveError) return error.message;
    throw error;
  }
}

async function tell(setting: MoveSetting, { group, from, to, why }: PlannedMove): Promise<Told> {
  const { accounts, messages, rows } = group as Loaded;
  const found = await placeOf(setting, from).db.query<{ email: string }>(emailsStatement(accounts));
  return { accounts, emails: found.map(({ email }) => email), from, to, messages, rows, why };
}

function carriedBy(
  setting: MoveSetting,
  groups: readonly Loaded[],
  { moves, before, after }: Plan,
): ToldPlan["cells"] {
  const targets = new Map(moves.map(({ group, to }) => [group, to]));
  const mean = [...before.values()].reduce((sum, weight) => sum + weight, 0) / setting.cells.length;
  return setting.cells.map(({ db: { cell } }) => {
    const carried = (weights: ReadonlyMap<number, number>, is: (group: Loaded) => boolean): Carried => {
      const own = groups.filter(is);
      const sum = (of: (group: Loaded) => number) => own.reduce((total, group) => total + of(group), 0);
      const weight = weights.get(cell) ?? 0;
      const ofMean = mean === 0 ? 100 : Math.round((weight / mean) * 100);
      return { messages: sum(({ messages }) => messages), rows: sum(({ rows }) => rows), weight, ofMean };
    };
    return {
      cell,
      now: carried(before, (group) => group.cell === cell),
      after: carried(after, (group) => (targets.get(group) ?? group.cell) === cell),
    };
  });
}

/** What became of a plan that was applied: the moves that were made, and those that were not, with why. */
export type Rebalanced = {
  finished: MoveResult | null;
  plan: ToldPlan;
  done: readonly MoveResult[];
  skipped: readonly Told[];
};

/**
 * Divides accounts anew: makes the moves of a plan one after the other, each as `runMove` does. A move that an earlier command
 * has left is finished first. It may be killed at any point, and run again.
 * @throws MoveError with a sentence for the operator, where a move stays unfinished.
 */
export async function rebalance(
  setting: MoveSetting,
  request: RebalanceRequest,
  now: () => Date,
): Promise<Rebalanced> {
  const home = placeOf(setting, HOME_CELL).db;
  const left = await readMoved(home);
  if (left)
    setting.say(`A move of ${left.accounts.join(", ")} to cell ${left.to} was not finished: it is now.`);
  const first = left && (await moveOne(setting, left.accounts[0] ?? 0, left.to));
  const finished = typeof first === "string" ? null : first;
  if (typeof first === "string") setting.say(first);
  const plan = await planRebalance(setting, request, now());
  const done: MoveResult[] = [];
  const skipped: Told[] = [];
  for (const [index, move] of plan.moves.entries()) {
    const [accountId = 0] = move.accounts;
    setting.say(`Move ${index + 1} of ${plan.moves.length}: ${move.emails.join(", ")}.`);
    await readMoved(home);
    const isThere = cellOf(accountId) === move.from;
    const result = isThere
      ? await moveOne(setting, accountId, move.to)
      : `The account is in cell ${cellOf(accountId)} by now.`;
    if (typeof result !== "string") done.push(result);
    else {
      setting.say(result);
      skipped.push({ ...move, why: result });
    }
  }
  return { finished, plan, done, skipped };
}

/**
 * Moves an account with all that share its people.
 * @returns why it stays where it is, in a sentence, where nothing of the move is left.
 * @throws MoveError where a move is under way, so that no other one can be made.
 */
async function moveOne(setting: MoveSetting, accountId: number, to: number): Promise<MoveResult | string> {
  try {
    return await runMove({ account: String(accountId), to, together: true }, setting);
  } catch (error) {
    if (!(error instanceof MoveError) || (await readMoved(placeOf(setting, HOME_CELL).db))) throw error;
    return error.message;
  }
}
