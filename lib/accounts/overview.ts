import { type FactsRow, factsStatement } from "@/lib/accounts/overview.sql";
import { readDays } from "@/lib/accounts/settled-days";
import { type Outcomes, OVERVIEW_DAYS, type Overview } from "@/lib/contracts/members/overview";
import type { Database } from "@/lib/db/client";
import { toDecimal } from "@/lib/money";
import { nzDate } from "@/lib/sms/nz-time";

const DAY_MS = 86_400_000;

/** Returns the data of an account's first page: its last days, its problems, and the first steps of a newcomer. */
export async function readOverview(db: Database, accountId: number, now: Date): Promise<Overview> {
  const [figures, [facts]] = await Promise.all([
    readDays(db, accountId, lastDays(now)),
    db.query<FactsRow>(factsStatement(accountId, { today: nzDate(now), now })),
  ]);
  if (!facts) throw new Error("The member's account was deleted.");
  const days = figures.map(({ replies: _, ...outcomes }) => outcomes);
  const replies = figures.map((day) => day.replies);
  const total = figures.reduce(add, NOTHING_SENT);
  const ended = total.delivered + total.failed;
  return {
    balance: toDecimal(facts.balanceMicros),
    days,
    total,
    deliveryRate: ended === 0 ? null : total.delivered / ended,
    replies: { today: replies.at(-1) ?? 0, total: replies.reduce((sum, count) => sum + count, 0) },
    attention: {
      held: Number(facts.held),
      pausedWebhooks: facts.pausedWebhooks,
      balance: judgeBalance(facts),
      spentToday: orNull(facts.dayPassedMicros),
      spentThisMonth: orNull(facts.monthPassedMicros),
      autoTopUp: facts.autoTopUp ?? "fine",
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

/** Returns the New Zealand days of the chart, the oldest first. */
function lastDays(now: Date): string[] {
  const today = Date.parse(nzDate(now));
  return Array.from({ length: OVERVIEW_DAYS }, (_, index) =>
    new Date(today - (OVERVIEW_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}

const NOTHING_SENT: Outcomes = { sent: 0, delivered: 0, failed: 0, waiting: 0 };

function add(sum: Outcomes, { sent, delivered, failed, waiting }: Outcomes): Outcomes {
  return {
    sent: sum.sent + sent,
    delivered: sum.delivered + delivered,
    failed: sum.failed + failed,
    waiting: sum.waiting + waiting,
  };
}

const orNull = (micros: bigint | null) => (micros === null ? null : toDecimal(micros));

function judgeBalance({
  balanceMicros,
  lowBalanceMicros,
  hadMoney,
}: FactsRow): Overview["attention"]["balance"] {
  if (balanceMicros === 0n) return hadMoney ? "none" : "new";
  return lowBalanceMicros !== null && balanceMicros < lowBalanceMicros ? "low" : "fine";
}
