import { type MovedRow, type MoveRow, movedSinceStatement, moveStatement } from "@/lib/db/cells/moved.sql";
import type { Database } from "@/lib/db/client";
import { processWide } from "@/lib/process-wide";

/** A move is committed at most so long after the instant that it carries. */
const COMMITTED_WITHIN_MS = 60_000;

/** Who looks each second, and has not for so long, has stood still. */
const STOOD_STILL_MS = 3_000;

/** What this process knows of accounts that have moved. */
type Moved = {
  /** Counts what has become known. */
  version: number;
  /** Where each account is that has moved. */
  cells: Map<number, number>;
  /** Of a cell, those that accounts have gone to from there. */
  targets: Map<number, Set<number>>;
  move: MoveRow | null;
  newestAt: Date;
  /** When this process looked last, in milliseconds; null where it does not look each second. */
  lookedAt: number | null;
};

const moved = processWide(
  "gatewayMovedAccounts",
  (): Moved => ({
    version: 0,
    cells: new Map(),
    targets: new Map(),
    move: null,
    newestAt: new Date(0),
    lookedAt: null,
  }),
);

/** The cell that an account or a person has moved to; undefined for one that is where it was made. */
export function movedTo(accountId: number): number | undefined {
  return moved.value.cells.get(accountId);
}

/** The cells that accounts have moved to from a cell: what carries its number may be there. */
export function targetsOf(cell: number): ReadonlySet<number> {
  return moved.value.targets.get(cell) ?? NONE;
}

const NONE: ReadonlySet<number> = new Set();

/** Whether rows of accounts may be in a cell that are in another one: they have left it, or move just now. */
export function mayHaveMoved(cell: number): boolean {
  return targetsOf(cell).size > 0 || moved.value.move !== null;
}

/** Another number whenever it has become known that an account has moved. */
export function movedVersion(): number {
  return moved.value.version;
}

/** The move that is under way, as this process read it last; null for none. */
export function currentMove(): MoveRow | null {
  return moved.value.move;
}

/** Notes when this process has looked at what moves, which it does each second; null: no longer. */
export function noteLook(at: Date | null): void {
  moved.value.lookedAt = at === null ? null : at.getTime();
}

/** Whether this process has stood still, as one may between two requests: what it knows may be long over. */
export function hasStoodStill(at: Date): boolean {
  const { lookedAt } = moved.value;
  return lookedAt !== null && Math.abs(at.getTime() - lookedAt) > STOOD_STILL_MS;
}

/**
 * Reads what has moved since it was read last, and what moves now (rules: moving an account). It is kept while home is
 * away.
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

function learn(known: Moved, { accountId, cell, leftCells, movedAt }: MovedRow): void {
  if (movedAt > known.newestAt) known.newestAt = movedAt;
  if (known.cells.get(accountId) === cell) return;
  known.version++;
  known.cells.set(accountId, cell);
  for (const left of leftCells) {
    const targets = known.targets.get(left) ?? new Set<number>();
    known.targets.set(left, targets.add(cell));
  }
}
