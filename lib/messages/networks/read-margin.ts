import type { z } from "zod";
import {
  MAX_MARGIN_ACCOUNTS,
  type MarginSums,
  type readMargin as readOperation,
} from "@/lib/contracts/admin/margin";
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

/** What is left of a month's messages by network and by account (rules: carrier costs). `month` is `YYYY-MM`. */
export async function readMargin(db: Database, month: string | undefined, now: Date): Promise<Margin> {
  const thisMonth = nzDate(now).slice(0, 7);
  const days = daysOf(month ?? thisMonth);
  const [networks, accounts, first] = await Promise.all([
    db.query<CarrierSum>(carrierSumsStatement(days)),
    db.query<AccountSum>(accountSumsStatement(days, MAX_MARGIN_ACCOUNTS + 1)),
    db.prisma.carrierDay.findFirst({ orderBy: { day: "asc" }, select: { day: true } }),
  ]);
  return {
    month: month ?? thisMonth,
    firstMonth: first?.day.toISOString().slice(0, 7) ?? thisMonth,
    thisMonth,
    networks: networks.map((sum) => ({ name: sum.carrier, ...told(sum) })),
    accounts: accounts
      .slice(0, MAX_MARGIN_ACCOUNTS)
      .map((sum) => ({ id: sum.accountId, name: sum.name, ...told(sum) })),
    isMore: accounts.length > MAX_MARGIN_ACCOUNTS,
  };
}

/** So many sums of a month by network and account, after one of them; from the first for undefined. */
export function readMarginRows(
  db: Database,
  month: string,
  after: CarrierAccountSum | undefined,
  limit: number,
): Promise<CarrierAccountSum[]> {
  const { carrier, accountId } = after ?? { carrier: "", accountId: 0 };
  return db.query<CarrierAccountSum>(
    carrierAccountSumsStatement(daysOf(month), { carrier, accountId }, limit),
  );
}

/** The names of the columns of the file. */
export const MARGIN_COLUMNS = [
  ...["Network", "Account", "Name", "Messages"],
  ...["Billed excl. GST (NZD)", "Cost excl. GST (NZD)", "Margin (NZD)"],
] as const;

/** The cells of a sum, in the order of the columns. */
export function marginCells(sum: CarrierAccountSum): (string | number)[] {
  const { carrier, accountId, name, messages, netMicros, costMicros } = sum;
  return [
    ...[carrier, accountId, name, Number(messages)],
    ...[toDollars(netMicros), toDollars(costMicros), toDollars(netMicros - costMicros)],
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

/** The days of a New Zealand month that there is. */
function daysOf(month: string): Days {
  const { end } = parseNzMonth(month) as { end: Date };
  return { from: `${month}-01`, to: nzDate(new Date(end.getTime() - 1)) };
}
