import { noAccount } from "@/lib/accounts/read-account";
import {
  type FigureRange,
  type FigureRow,
  figuresStatement,
  type NamedRow,
  namedAccountStatement,
  type SumsRow,
} from "@/lib/billing/figures/figures.sql";
import { daysAfter, type FigureDays, periodsOf, rangeOf } from "@/lib/billing/figures/periods";
import {
  type FigureStep,
  type FigureSums,
  type Figures,
  type FiguresRequest,
  MAX_FIGURE_ACCOUNTS,
} from "@/lib/contracts/admin/figures";
import { databaseOfAccount, elsewhereOf } from "@/lib/db/cells/cells";
import { cellsToChoose, chosenCells, readOfCells } from "@/lib/db/cells/read-of-cells";
import type { Database } from "@/lib/db/client";
import { toDecimal, toDollars } from "@/lib/money";
import { nzDate, parseNzDateTime } from "@/lib/sms/nz-time";

/**
 * Reads traffic and revenue of all accounts, of those of a cell, or of one, by New Zealand day, week or month
 * (rules: figures). The same number of days before is read for comparison.
 * @throws GatewayError `invalid_parameter` for too many days, or days that end before they begin; `not_found` if the
 * account does not exist.
 */
export async function readFigures(
  home: Database,
  { by = "day", account, cell, ...asked }: FiguresRequest,
  now: Date,
): Promise<Figures> {
  const days = rangeOf(asked, now);
  const length = periodsOf(days, "day").length;
  const before = { start: daysAfter(days.start, -length), end: daysAfter(days.start, -1) };
  const range = instantsOf(days, account ?? null, before.start);
  const cells = account ? [databaseOfAccount(home, account)] : chosenCells(home, cell);
  const [[named], { parts, awayCells }] = await Promise.all([
    account ? databaseOfAccount(home, account).query<NamedRow>(namedAccountStatement(account)) : [],
    // One statement reads totals and accounts: otherwise a message in between would be missing in one of them.
    readOfCells(cells, (db) => readSums(db, range, by, MAX_FIGURE_ACCOUNTS + 1)),
  ]);
  if (account && !named) throw noAccount(account);
  const rows = parts.flatMap(({ read }) => read);
  const accounts = mostChargedFirst(
    rows.filter(({ accountId }) => accountId !== null),
    parts.length,
  );
  const periods = rows.filter(({ accountId, isAsked }) => accountId === null && isAsked);
  const earlier = rows.filter(({ accountId, isAsked }) => accountId === null && !isAsked);
  const byName = new Map<string | null, SumsRow>();
  for (const row of periods) byName.set(row.period, add(byName.get(row.period) ?? NOTHING, row));
  return {
    ...days,
    by,
    today: nzDate(now),
    account: named ?? null,
    periods: periodsOf(days, by).map(({ name, start, end }) => ({
      start,
      end,
      ...told(byName.get(name) ?? NOTHING),
    })),
    total: told(periods.reduce<SumsRow>(add, NOTHING)),
    before: { ...before, ...told(earlier.reduce<SumsRow>(add, NOTHING)) },
    accounts: accounts
      .slice(0, MAX_FIGURE_ACCOUNTS)
      .map(({ accountId, name, ...sums }) => ({ id: Number(accountId), name: name ?? "", ...told(sums) })),
    isMore: accounts.length > MAX_FIGURE_ACCOUNTS,
    cells: cellsToChoose(),
    awayCells,
  };
}

/** Sorts the accounts of several cells in the order of each cell. */
function mostChargedFirst(accounts: FigureRow[], cells: number): FigureRow[] {
  if (cells === 1) return accounts;
  return accounts.toSorted((one, other) => Number(other.chargedMicros - one.chargedMicros));
}

/** The names of the columns of the file. */
export const FIGURE_COLUMNS = [
  "From",
  "To",
  "Account",
  "Name",
  "Messages",
  "Parts",
  "Charged excl. GST (NZD)",
  "Refunded excl. GST (NZD)",
  "Cost excl. GST (NZD)",
  "Margin (NZD)",
] as const;

/** The most accounts of one period in the file. */
const MAX_FILE_ACCOUNTS = 100_000;

/** The sums of an account in a period, for the file. */
type FiledFigure = { start: string; end: string; row: FigureRow };

/** Returns the cells of a row of the file, in the order of the columns. */
export function figureCells({ start, end, row }: FiledFigure): (string | number)[] {
  return [
    start,
    end,
    Number(row.accountId),
    row.name ?? "",
    Number(row.messages),
    Number(row.parts),
    toDollars(row.chargedMicros),
    toDollars(row.refundedMicros),
    toDollars(row.costMicros),
    toDollars(row.chargedMicros - row.costMicros),
  ];
}

/**
 * Reads the sums of the accounts, period by period, so that memory holds one row for each account at a time. The rows
 * of each database follow those of the previous one. If a database does not respond, the file would be incomplete,
 * and the export fails.
 */
export async function* figuresInBatches(
  databases: readonly Database[],
  { days, by, account }: { days: FigureDays; by: FigureStep; account: number | undefined },
): AsyncGenerator<readonly FiledFigure[]> {
  for (const { start, end } of periodsOf(days, by)) {
    const range = instantsOf({ start, end }, account ?? null);
    for (const db of databases) {
      const rows = await readSums(db, range, by, MAX_FILE_ACCOUNTS);
      const accounts = rows.filter(({ accountId }) => accountId !== null);
      yield accounts.map((row) => ({ start, end, row }));
    }
  }
}

/** Reads the sums of a cell. */
function readSums(db: Database, range: FigureRange, by: FigureStep, limit: number): Promise<FigureRow[]> {
  const here = { ...range, elsewhere: elsewhereOf(db) };
  return db.query<FigureRow>(figuresStatement(here, by, limit));
}

function instantsOf({ start, end }: FigureDays, accountId: number | null, since = start): FigureRange {
  const instants = { start: startOf(since), end: startOf(daysAfter(end, 1)) };
  return { since, firstDay: start, lastDay: end, accountId, ...instants };
}

function startOf(day: string): Date {
  const at = parseNzDateTime(day, "start");
  if (at === null) throw new RangeError("A checked day was not read.");
  return at;
}

const NOTHING: SumsRow = {
  messages: 0n,
  parts: 0n,
  chargedMicros: 0n,
  refundedMicros: 0n,
  costMicros: 0n,
};

function add(sum: SumsRow, row: SumsRow): SumsRow {
  return {
    messages: sum.messages + row.messages,
    parts: sum.parts + row.parts,
    chargedMicros: sum.chargedMicros + row.chargedMicros,
    refundedMicros: sum.refundedMicros + row.refundedMicros,
    costMicros: sum.costMicros + row.costMicros,
  };
}

function told({ messages, parts, chargedMicros, refundedMicros, costMicros }: SumsRow): FigureSums {
  return {
    messages: Number(messages),
    parts: Number(parts),
    charged: toDecimal(chargedMicros),
    refunded: toDecimal(refundedMicros),
    cost: toDecimal(costMicros),
    margin: toDecimal(chargedMicros - costMicros),
  };
}
