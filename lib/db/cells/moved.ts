import { type MovedRow, type MoveRow, movedSinceStatement, moveStatement } from "@/lib/db/cells/moved.sql";
import type { Database } from "@/lib/db/client";
import { processWide } from "@/lib/process-wide";

/** The longest time from the instant in the row of a move to its commit. */
const COMMITTED_WITHIN_MS = 60_000;

/** A process that looks each second, and missed looks for this time, has stood still. */
const STOOD_STILL_MS = 3_000;

/** The accounts that have moved, as this process knows them. */
type KnownMoves = {
  /** The number of changes that have become known. */
  version: number;
  /** The cell of each account that has moved. */
  cells: Map<number, number>;
  /** The cells to which accounts of a cell have moved. */
  targets: Map<number, Set<number>>;
  move: MoveRow | null;
  newestAt: Date;
  /** The time of the last look, in milliseconds; null in a process that does not look each second. */
  lookedAt: number | null;
};

const moved = processWide(
  "gatewayMovedAccounts",
  (): KnownMoves => ({
    version: 0,
    cells: new Map(),
    targets: new Map(),
    move: null,
    newestAt: new Date(0),
    lookedAt: null,
  }),
);

/** Returns the cell to which an account or a person has moved; undefined for one that never moved. */
export function movedTo(accountId: number): number | undefined {
  return moved.value.cells.get(accountId);
}

/** Returns the cells to which accounts have moved from a cell: a credential with its number may be there. */
export function targetsOf(cell: number): ReadonlySet<number> {
  return moved.value.targets.get(cell) ?? NONE;
}

const NONE: ReadonlySet<number> = new Set();

/** Returns whether a cell may have rows of accounts that have left it, or move now. */
export function mayHaveMoved(cell: number): boolean {
  return targetsOf(cell).size > 0 || moved.value.move !== null;
}

/** Returns a number that changes whenever this process learns of a move. */
export function movedVersion(): number {
  return moved.value.version;
}

/** Returns the move in progress, as this process read it last; null for none. */
export function currentMove(): MoveRow | null {
  return moved.value.move;
}

/** Notes the time of a look at moves, which a process makes each second; null once it no longer does. */
export function noteLook(at: Date | null): void {
  moved.value.lookedAt = at === null ? null : at.getTime();
}

/** Returns whether this process has stood still between two requests, so that its state may be old. */
export function hasStoodStill(at: Date): boolean {
  const { lookedAt } = moved.value;
  return lookedAt !== null && Math.abs(at.getTime() - lookedAt) > STOOD_STILL_MS;
}

/**
 * Reads the accounts that have moved since the last read, and the move in progress (rules: moving an account). If
 * home is away, the last state stays.
 */
export async function readMoved(home: Database): Promise<MoveRow | null> {
  const known = moved.value;
  const since = new Date(Math.max(known.newestAt.getTime() - COMMITTED_WITHIN_MS, 0));
  const rows = await home.query<MovedRow>(movedSinceStatement(since));
  const [move = null] = await home.query<MoveRow>(moveStatement());
  for (const row of rows) learn(known, row);
  known.move = move;
  return move;
}

function learn(known: KnownMoves, { accountId, cell, leftCells, movedAt }: MovedRow): void {
  if (movedAt > known.newestAt) known.newestAt = movedAt;
  if (known.cells.get(accountId) === cell) return;
  known.version++;
  known.cells.set(accountId, cell);
  for (const left of leftCells) {
    const targets = known.targets.get(left) ?? new Set<number>();
    known.targets.set(left, targets.add(cell));
  }
}
