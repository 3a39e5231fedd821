import { noAccount } from "@/lib/accounts/read-account";
import {
  type AccountRow,
  accountSumsStatement,
  type FigureRange,
  type PeriodRow,
  periodSumsStatement,
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
import type { Database } from "@/lib/db/client";
import { READ_ONE_SNAPSHOT } from "@/lib/db/snapshot.sql";
import { toDecimal, toDollars } from "@/lib/money";
import { nzDate, parseNzDateTime } from "@/lib/sms/nz-time";

/**
 * Traffic and revenue of all accounts, or of one, by New Zealand day, week or month (rules: figures), beside the same
 * number of days before.
 * @throws GatewayError `invalid_parameter` for days that end before they begin, or too many; `not_found` for an account
 * that there is not.
 */
export async function readFigures(
  db: Database,
  { by = "day", account, ...asked }: FiguresRequest,
  now: Date,
): Promise<Figures> {
  const days = rangeOf(asked, now);
  const length = periodsOf(days, "day").length;
  const before = { start: daysAfter(days.start, -length), end: daysAfter(days.start, -1) };
  const range = instantsOf(days, account ?? null);
  const read = await db.transaction(async (tx) => {
    // Totals and accounts of one snapshot: what is sent in between would be missing from one of them.
    await tx.query(READ_ONE_SNAPSHOT);
    const select = { id: true, name: true } as const;
    return {
      account: account ? await tx.prisma.account.findUnique({ where: { id: account }, select }) : null,
      periods: await tx.query<PeriodRow>(periodSumsStatement(range, by)),
      before: await tx.query<PeriodRow>(periodSumsStatement(instantsOf(before, range.accountId), "month")),
      accounts: await tx.query<AccountRow>(accountSumsStatement(range, MAX_FIGURE_ACCOUNTS + 1)),
    };
  });
  if (account && !read.account) throw noAccount(account);
  const byName = new Map(read.periods.map((row) => [row.period, row]));
  return {
    ...{ ...days, by, today: nzDate(now), account: read.account },
    periods: periodsOf(days, by).map(({ name, start, end }) => ({
      ...{ start, end, ...told(byName.get(name) ?? NOTHING) },
    })),
    total: told(read.periods.reduce(add, NOTHING)),
    before: { ...before, ...told(read.before.reduce(add, NOTHING)) },
    accounts: read.accounts
      .slice(0, MAX_FIGURE_ACCOUNTS)
      .map(({ accountId, name, ...sums }) => ({ id: accountId, name, ...told(sums) })),
    isMore: read.accounts.length > MAX_FIGURE_ACCOUNTS,
  };
}

/** The names of the columns of the file. */
export const FIGURE_COLUMNS = [
  ...["From", "To", "Account", "Name", "Messages", "Parts", "Charged excl. GST (NZD)"],
  ...["Refunded excl. GST (NZD)", "Cost excl. GST (NZD)", "Margin (NZD)"],
] as const;

/** Most accounts of one period in the file. */
const MAX_FILE_ACCOUNTS = 100_000;

/** The cells of each period's accounts, period by period: what is held at once is one row for each account. */
export async function* figureCells(
  db: Database,
  { days, by, account }: { days: FigureDays; by: FigureStep; account: number | undefined },
): AsyncGenerator<(string | number)[][]> {
  for (const { start, end } of periodsOf(days, by)) {
    const range = instantsOf({ start, end }, account ?? null);
    const rows = await db.query<AccountRow>(accountSumsStatement(range, MAX_FILE_ACCOUNTS));
    yield rows.map((row) => [
      ...[start, end, row.accountId, row.name, Number(row.messages), Number(row.parts)],
      ...[toDollars(row.chargedMicros), toDollars(row.refundedMicros), toDollars(row.costMicros)],
      toDollars(row.chargedMicros - row.costMicros),
    ]);
  }
}

function instantsOf({ start, end }: FigureDays, accountId: number | null): FigureRange {
  const { startsAt, endsAt } = { startsAt: startOf(start), endsAt: startOf(daysAfter(end, 1)) };
  return { firstDay: start, lastDay: end, start: startsAt, end: endsAt, accountId };
}

function startOf(day: string): Date {
  const at = parseNzDateTime(day, "start");
  if (at === null) throw new RangeError("A checked day is a day.");
  return at;
}

const NOTHING: SumsRow = {
  ...{ messages: 0n, parts: 0n, chargedMicros: 0n, refundedMicros: 0n, costMicros: 0n },
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
