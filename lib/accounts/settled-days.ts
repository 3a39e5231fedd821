import { type DayRow, daysStatement } from "@/lib/accounts/overview.sql";
import { BoundedMap } from "@/lib/bounded-map";
import type { Outcomes } from "@/lib/contracts/members/overview";
import type { Database } from "@/lib/db/client";
import { processWide } from "@/lib/process-wide";

/** The outcomes of a New Zealand day's messages, and the number of its replies. */
export type DayFigures = Outcomes & { day: string; replies: number };

/** The most accounts with cached days: some 5 KiB for each. */
const MAX_ACCOUNTS = 1_000;

/**
 * The last days, today and yesterday, are never cached: a message accepted before midnight may be written after it.
 */
const OPEN_DAYS = 2;

const kept = processWide("gatewaySettledDays", () => new WeakMap<Database, BoundedMap<DayFigures[]>>());

/**
 * Returns the figures of an account's days.
 * A past day without waiting messages never changes again, since a final status is final (rules: final statuses).
 * Such days, from the first on, are read once and cached. An account with millions of messages therefore costs only
 * its last days.
 * @param days consecutive New Zealand days up to today, the oldest first.
 */
export async function readDays(
  db: Database,
  accountId: number,
  days: readonly string[],
): Promise<DayFigures[]> {
  const accounts = kept.value.get(db) ?? new BoundedMap<DayFigures[]>(MAX_ACCOUNTS);
  kept.value.set(db, accounts);
  const settled = settledAmong(days, accounts.get(String(accountId)));
  const open = days.slice(settled.length);
  if (open.length === 0) return settled;
  const rows = await db.query<DayRow>(daysStatement(accountId, open));
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const figures = [...settled, ...open.map((day) => toFigures(day, byDay.get(day)))];
  const waits = figures.findIndex(({ waiting }) => waiting > 0);
  const ended = days.length - OPEN_DAYS;
  accounts.set(String(accountId), figures.slice(0, waits === -1 ? ended : Math.min(waits, ended)));
  return figures;
}

/** Returns the cached days, if they begin with the first requested one: a clock may have been set back. */
function settledAmong(days: readonly string[], known: readonly DayFigures[] = []): DayFigures[] {
  const from = known.findIndex(({ day }) => day === days[0]);
  return from === -1 ? [] : known.slice(from, from + days.length - OPEN_DAYS);
}

function toFigures(day: string, row: DayRow | undefined): DayFigures {
  const [sent, failed, waiting] = [
    Number(row?.sent ?? 0),
    Number(row?.failed ?? 0),
    Number(row?.waiting ?? 0),
  ];
  return {
    day,
    sent,
    failed,
    waiting,
    delivered: sent - failed - waiting,
    replies: Number(row?.replies ?? 0),
  };
}
