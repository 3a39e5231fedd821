import { type DayRow, daysStatement, type FactsRow, factsStatement } from "@/lib/accounts/overview.sql";
import { type Outcomes, OVERVIEW_DAYS, type Overview } from "@/lib/contracts/members/overview";
import type { Database } from "@/lib/db/client";
import { toDecimal } from "@/lib/money";
import { nzDate, parseNzDateTime } from "@/lib/sms/nz-time";

const DAY_MS = 86_400_000;

/** All that the first page tells of an account: its last days, what needs attention, and what a newcomer does first. */
export async function readOverview(db: Database, accountId: number, now: Date): Promise<Overview> {
  const days = lastDays(now);
  const first = days[0] as string;
  const since = startOf(first);
  const [rows, [facts]] = await Promise.all([
    db.query<DayRow>(daysStatement(accountId, { day: first, at: since })),
    db.query<FactsRow>(factsStatement(accountId, since, startOf(days.at(-1) as string))),
  ]);
  if (!facts) throw new Error("The member's account is gone.");
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const outcomesByDay = days.map((day) => ({ day, ...toOutcomes(byDay.get(day)) }));
  const total = outcomesByDay.reduce(add, NOTHING_SENT);
  const ended = total.delivered + total.failed;
  return {
    balance: toDecimal(facts.balanceMicros),
    days: outcomesByDay,
    total,
    deliveryRate: ended === 0 ? null : total.delivered / ended,
    replies: { today: Number(facts.repliesToday), total: Number(facts.replies) },
    attention: {
      held: Number(facts.held),
      pausedWebhooks: facts.pausedWebhooks,
      balance: judgeBalance(facts),
      secondFactorOff: !facts.secondFactor,
    },
    firstSteps: {
      money: facts.hadMoney,
      apiKey: facts.hasKey,
      message: facts.hasMessage,
      webhook: facts.hasWebhook,
      domain: facts.hasDomain ? "approved" : facts.hasDomainRequest ? "requested" : "none",
    },
  };
}

/** The New Zealand days of the chart, the oldest first. */
function lastDays(now: Date): string[] {
  const today = Date.parse(nzDate(now));
  return Array.from({ length: OVERVIEW_DAYS }, (_, index) =>
    new Date(today - (OVERVIEW_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}

const startOf = (day: string) => parseNzDateTime(day, "start") as Date;

const NOTHING_SENT: Outcomes = { sent: 0, delivered: 0, failed: 0, waiting: 0 };

function toOutcomes(row: DayRow | undefined): Outcomes {
  if (!row) return NOTHING_SENT;
  const [sent, failed, waiting] = [Number(row.sent), Number(row.failed), Number(row.waiting)];
  return { sent, failed, waiting, delivered: sent - failed - waiting };
}

function add(sum: Outcomes, { sent, delivered, failed, waiting }: Outcomes): Outcomes {
  return {
    sent: sum.sent + sent,
    delivered: sum.delivered + delivered,
    failed: sum.failed + failed,
    waiting: sum.waiting + waiting,
  };
}

function judgeBalance({
  balanceMicros,
  lowBalanceMicros,
  hadMoney,
}: FactsRow): Overview["attention"]["balance"] {
  if (balanceMicros === 0n) return hadMoney ? "none" : "new";
  return lowBalanceMicros !== null && balanceMicros < lowBalanceMicros ? "low" : "fine";
}
