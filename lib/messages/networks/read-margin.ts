import type { z } from "zod";
import {
  MAX_MARGIN_ACCOUNTS,
  type MarginSums,
  type readMargin as readOperation,
} from "@/lib/contracts/admin/margin";
import { elsewhereOf } from "@/lib/db/cells/cells";
import { cellsToChoose, chosenCells, readOfCells } from "@/lib/db/cells/read-of-cells";
import type { Database } from "@/lib/db/client";
import {
  type AccountSum,
  accountSumsStatement,
  type CarrierAccountSum,
  type CarrierSum,
  carrierAccountSumsStatement,
  carrierSumsStatement,
  type Days,
} from "@/lib/messages/networks/carrier-days.sql";
import { toDecimal, toDollars } from "@/lib/money";
import { nzDate, parseNzMonth } from "@/lib/sms/nz-time";

type Margin = z.output<typeof readOperation.response>;

/**
 * Reads the margin of a month's messages by network and by account, of all cells or of one (rules: carrier costs).
 * `month` is `YYYY-MM`.
 */
export async function readMargin(
  home: Database,
  { month, cell }: { month?: string | undefined; cell?: number | undefined },
  now: Date,
): Promise<Margin> {
  const thisMonth = nzDate(now).slice(0, 7);
  const { parts, awayCells } = await readOfCells(chosenCells(home, cell), (db) => {
    const days = daysOf(db, month ?? thisMonth);
    return Promise.all([
      db.query<CarrierSum>(carrierSumsStatement(days)),
      db.query<AccountSum>(accountSumsStatement(days, MAX_MARGIN_ACCOUNTS + 1)),
      db.prisma.carrierDay.findFirst({ orderBy: { day: "asc" }, select: { day: true } }),
    ]);
  });
  const firsts = parts.flatMap(({ read: [, , first] }) => first?.day.toISOString().slice(0, 7) ?? []);
  const accounts = leastMarginFirst(parts.map(({ read: [, ofCell] }) => ofCell));
  return {
    month: month ?? thisMonth,
    firstMonth: firsts.toSorted()[0] ?? thisMonth,
    thisMonth,
    networks: byNetwork(parts.map(({ read: [ofCell] }) => ofCell)).map((sum) => ({
      name: sum.carrier,
      ...told(sum),
    })),
    accounts: accounts
      .slice(0, MAX_MARGIN_ACCOUNTS)
      .map((sum) => ({ id: sum.accountId, name: sum.name, ...told(sum) })),
    isMore: accounts.length > MAX_MARGIN_ACCOUNTS,
    cells: cellsToChoose(),
    awayCells,
  };
}

const marginOf = ({ netMicros, costMicros }: Pick<AccountSum, "netMicros" | "costMicros">) =>
  netMicros - costMicros;

/** Sorts the accounts of several cells in the order of each cell. */
function leastMarginFirst(cells: readonly AccountSum[][]): AccountSum[] {
  const [only = []] = cells;
  if (cells.length === 1) return only;
  return cells.flat().toSorted((one, other) => Number(marginOf(one) - marginOf(other)));
}

/** Sums up each network over several cells, which have the same networks. */
function byNetwork(cells: readonly CarrierSum[][]): CarrierSum[] {
  const sums = new Map<string, CarrierSum>();
  for (const sum of cells.flat()) {
    const { carrier, messages, netMicros, costMicros } = sum;
    const known = sums.get(carrier);
    if (!known) sums.set(carrier, sum);
    else
      sums.set(carrier, {
        carrier,
        messages: known.messages + messages,
        netMicros: known.netMicros + netMicros,
        costMicros: known.costMicros + costMicros,
      });
  }
  return [...sums.values()].sort((one, other) => (one.carrier < other.carrier ? -1 : 1));
}

/**
 * Reads at most `limit` sums of a month by network and account, after one of them, or from the first if it is
 * undefined.
 */
export function readMarginRows(
  db: Database,
  month: string,
  after: CarrierAccountSum | undefined,
  limit: number,
): Promise<CarrierAccountSum[]> {
  const { carrier, accountId } = after ?? { carrier: "", accountId: 0 };
  return db.query<CarrierAccountSum>(
    carrierAccountSumsStatement(daysOf(db, month), { carrier, accountId }, limit),
  );
}

/** The names of the columns of the file. */
export const MARGIN_COLUMNS = [
  "Network",
  "Account",
  "Name",
  "Messages",
  "Billed excl. GST (NZD)",
  "Cost excl. GST (NZD)",
  "Margin (NZD)",
] as const;

/** Returns the cells of a sum, in the order of the columns. */
export function marginCells(sum: CarrierAccountSum): (string | number)[] {
  const { carrier, accountId, name, messages, netMicros, costMicros } = sum;
  return [
    carrier,
    accountId,
    name,
    Number(messages),
    toDollars(netMicros),
    toDollars(costMicros),
    toDollars(netMicros - costMicros),
  ];
}

function told({ messages, netMicros, costMicros }: Omit<CarrierSum, "carrier">): MarginSums {
  return {
    messages: Number(messages),
    billed: toDecimal(netMicros),
    cost: toDecimal(costMicros),
    margin: toDecimal(netMicros - costMicros),
  };
}

/** Returns the days of an existing New Zealand month, in a cell. */
function daysOf(db: Database, month: string): Days {
  const { end } = parseNzMonth(month) as { end: Date };
  return { from: `${month}-01`, to: nzDate(new Date(end.getTime() - 1)), elsewhere: elsewhereOf(db) };
}
