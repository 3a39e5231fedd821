import { createHash } from "node:crypto";
import { cellOfAccount } from "@/lib/cell-numbers";
import { env } from "@/lib/env";
import { GatewayError } from "@/lib/errors";
import { FairQueue, QueueFullError } from "@/lib/fair-queue";
import { SharedReads } from "@/lib/http/body/shared-reads";
import { processWide } from "@/lib/process-wide";

/**
 * The way in which an account's requests wait for one another (rules: turns).
 * - `in-turn`: waits for one of the account's places among reads.
 * - `long`: also waits for the account's one place among long reads, and shares the response with callers of the same
 *   meanwhile. For reads that list or count, and last the longer the more an account has.
 * - `at-once`: does not wait. For sends, which are gathered, and for operations that wait for a call over the
 *   network.
 */
export type TurnTaking = "in-turn" | "long" | "at-once";

/**
 * A request that has a turn. Two with the same reader, path and input get the same response.
 * @property accountId the account whose turn it is.
 * @property isSession true for a session: sessions have places apart from those of the API.
 * @property cell the cell whose connections are used; by default the account's.
 * @property reader a key of the rights to read; by default the account alone.
 */
export type TurnRequest = {
  accountId: number;
  isSession?: boolean;
  cell?: number;
  reader?: string;
  path: string;
  input: unknown;
};

/**
 * The shares of a process's connections to a cell that reads of the API and reads of sessions use. Sends use the rest.
 */
const SHARES = { api: 0.4, sessions: 0.3 };
const WAITING = { maxWaiting: 2_000, maxWaitingEach: 2_000, maxWaitMs: 10_000 };

type Turns = { slots: number; all: FairQueue; long: FairQueue; shared: SharedReads };

const current = processWide("gatewayTurns", () => new Map<string, Turns>());

/** Returns the turns of a cell, of the API or of sessions. Slow reads of one do not delay the other. */
function turnsOf(cell: number, isSession: boolean): Turns {
  const kind = isSession ? "sessions" : "api";
  const slots = Math.max(1, Math.floor(env().databasePool * SHARES[kind]));
  const existing = current.value.get(`${kind} ${cell}`);
  if (existing?.slots === slots) return existing;
  const half = Math.max(1, isSession ? Math.ceil(slots / 2) : Math.floor(slots / 2));
  const made = {
    slots,
    all: new FairQueue({ ...WAITING, slots, slotsEach: half }),
    long: new FairQueue({ ...WAITING, slots: half, slotsEach: 1 }),
    shared: new SharedReads(),
  };
  current.value.set(`${kind} ${cell}`, made);
  return made;
}

/**
 * Runs an account's work in the database when it is its turn (rules: turns). One account's many or slow requests do
 * not occupy every connection of this process, and only one of them for long.
 * @throws GatewayError `too_many_requests` with `Retry-After`.
 */
export function byTurn<Result>(
  taking: TurnTaking,
  {
    accountId,
    isSession = false,
    cell = cellOfAccount(accountId),
    reader = String(accountId),
    path,
    input,
  }: TurnRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  if (taking === "at-once") return work();
  const turns = turnsOf(cell, isSession);
  if (taking === "in-turn") return inTurn(turns, accountId, work);
  const asked = createHash("sha256").update(JSON.stringify(input)).digest("base64");
  const name = `${reader} ${path} ${asked}`;
  return waited(turns.shared.read(name, (read) => inOneTurn(turns, accountId, read), work));
}

/**
 * Runs a long read of an account's session, such as a piece of a file, when it is its turn. It shares no response.
 * @param cell the cell whose connections are used; by default the account's.
 * @throws GatewayError as `byTurn` does.
 */
export function inLongTurn<Result>(
  accountId: number,
  work: () => Promise<Result>,
  cell = cellOfAccount(accountId),
): Promise<Result> {
  return inOneTurn(turnsOf(cell, true), accountId, work);
}

function inOneTurn<Result>(turns: Turns, accountId: number, work: () => Promise<Result>): Promise<Result> {
  return waited(turns.long.run(String(accountId), () => inTurn(turns, accountId, work)));
}

function inTurn<Result>(turns: Turns, accountId: number, work: () => Promise<Result>): Promise<Result> {
  return waited(turns.all.run(String(accountId), work));
}

async function waited<Result>(turn: Promise<Result>): Promise<Result> {
  try {
    return await turn;
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    const sentence = "This account has too many requests under way. Wait for some of them to be answered.";
    throw new GatewayError("too_many_requests", sentence, { "Retry-After": "1" });
  }
}
