import fc from "fast-check";
import { beforeAll, describe, expect, it, test } from "vitest";
import { queryBilling, SUMMARY_ROWS } from "@/lib/billing/query-billing";
import {
  type BillingDetailResponse,
  type BillingQueryRequest,
  type BillingSummaryResponse,
  billingQueryRequest,
} from "@/lib/contracts/gateway/billing-query";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { accept } from "@/lib/messages/accept/accept";
import { formatNz, parseNzDateTime } from "@/lib/sms/nz-time";
import { cancelNow } from "@/tests/support/database/cancel-now";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const HOUR_MS = 3_600_000;
const NOW = new Date("2026-11-20T23:00:00Z");
const CODES = [null, "a", "a-OTP", "untagged", "b"];
const TYPES = ["sms", "otp", "appointment"] as const;
const SUFFIXES = { sms: "", otp: "OTP", appointment: "APPT" };

type BilledMessage = {
  id: string;
  at: Date;
  sendType: (typeof TYPES)[number];
  code: string;
  parts: number;
  micros: bigint;
};

/** Accepts one message of a number of parts at an instant. A message that is to be refunded is held. */
async function billOne(
  accountId: number,
  at: Date,
  nth = 0,
  given: { gone?: boolean } = {},
): Promise<BilledMessage> {
  const sendType = TYPES[nth % 3] ?? "sms";
  const rateCode = CODES[nth % CODES.length] ?? null;
  const billedRateCode = [rateCode, SUFFIXES[sendType]].filter(Boolean).join("-") || null;
  const parts = 1 + (nth % 4);
  const netMicros = BigInt(parts) * 80_001n;
  const item = testItem({ netMicros, gstMicros: netMicros / 7n, dueAt: given.gone ? null : at });
  const heldHosts = given.gone ? ["bit.ly"] : [];
  const of = { sendType, rateCode, billedRateCode, parts, heldHosts, items: [item] };
  await accept(db(), [testSubmission(accountId, of)], at, () => "");
  const micros = netMicros + netMicros / 7n;
  return { id: item.id, at, sendType, code: billedRateCode ?? "untagged", parts, micros };
}

async function query(accountId: number, parameters: object) {
  const request: BillingQueryRequest = billingQueryRequest.parse(parameters);
  return queryBilling(db(), accountId, request, NOW);
}
const summary = async (accountId: number, parameters: object) =>
  (await query(accountId, parameters)) as BillingSummaryResponse;
const detail = async (accountId: number, parameters: object) =>
  (await query(accountId, { ...parameters, detail: 1 })) as BillingDetailResponse;

/** Returns the expected summary, computed one message at a time. */
function naive(billed: readonly BilledMessage[]) {
  const sums = new Map<string, { messages: number; segments: number; micros: bigint }>();
  for (const { code, sendType, parts, micros } of billed) {
    const key = `${code} ${sendType}`;
    const sum = sums.get(key) ?? { messages: 0, segments: 0, micros: 0n };
    sums.set(key, {
      messages: sum.messages + 1,
      segments: sum.segments + parts,
      micros: sum.micros + micros,
    });
  }
  return Object.fromEntries(
    [...sums].map(([key, { micros, ...sum }]) => [key, { ...sum, total: Number(micros) / 1e6 }]),
  );
}

function answered({ rateCodes }: BillingSummaryResponse) {
  return Object.fromEntries(
    rateCodes.map(({ rateCode, sendType, messages, segments, totalInclGst }) => [
      `${rateCode} ${sendType}`,
      { messages, segments, total: totalInclGst },
    ]),
  );
}

function matches(rateCode: string, { code, sendType }: BilledMessage): boolean {
  if (rateCode === "untagged") return code === "untagged" && sendType === "sms";
  return code === rateCode || (sendType !== "sms" && code === `${rateCode}-${SUFFIXES[sendType]}`);
}

describe("sums and lists against the ledger, message by message", () => {
  let accountId: number;
  let billed: BilledMessage[];
  beforeAll(async () => {
    accountId = (await testAccount({ balanceMicros: 10n ** 9n })).accountId;
    billed = [];
    const gone: string[] = [];
    // Around both clock changes and the first instant of detail, at odd milliseconds.
    const starts = ["2026-04-04T05:00:00.001Z", "2026-07-30T21:00:00.250Z", "2026-09-26T02:00:00.999Z"];
    for (let nth = 0; nth < 120; nth++) {
      const start = Date.parse(starts[nth % 3] ?? "");
      const at = new Date(start + Math.floor(nth / 3) * HOUR_MS - (nth % 4 === 0 ? 1 : 0));
      const one = await billOne(accountId, at, nth, { gone: nth % 7 === 3 });
      if (nth % 7 === 3) gone.push(one.id);
      else billed.push(one);
    }
    expect(await cancelNow({ accountId, ids: gone }, NOW)).toBe(17);
  });

  const seconds = fc
    .tuple(
      fc.constantFrom("2026-04-04T14:00:00Z", "2026-07-31T12:00:00Z", "2026-09-26T14:00:00Z"),
      fc.integer({ min: -30 * 3600, max: 30 * 3600 }),
    )
    .map(([middle, offset]) => formatNz(new Date(Date.parse(middle) + offset * 1000)));
  const ends = fc.tuple(seconds, fc.boolean()).map(([text, whole]) => (whole ? text.slice(0, 10) : text));
  const ranges = fc
    .tuple(ends, ends, fc.constantFrom(undefined, "a", "a-OTP", "b", "untagged", "OTP", "x"))
    .map(([first, second, rateCode]) => {
      const [start_date = "", end_date = ""] = [first, second].sort();
      return { start_date, end_date, ...(rateCode === undefined ? {} : { rateCode }) };
    })
    .filter((range) => billingQueryRequest.safeParse(range).success);

  function within({
    start_date,
    end_date,
    rateCode,
  }: {
    [name: string]: string | undefined;
  }): BilledMessage[] {
    const from = parseNzDateTime(start_date ?? "", "start") as Date;
    const until = parseNzDateTime(end_date ?? "", "end") as Date;
    return billed.filter(
      (one) => one.at >= from && one.at <= until && (rateCode === undefined || matches(rateCode, one)),
    );
  }

  it("sums any range as the ledger has it", async () => {
    await fc.assert(
      fc.asyncProperty(ranges, async (range) => {
        const answer = await summary(accountId, range);
        const expected = within(range);
        expect(answered(answer)).toEqual(naive(expected));
        expect(answer.totals.messages).toBe(expected.length);
        expect(answer.totals.totalInclGst).toBe(
          Number(expected.reduce((sum, { micros }) => sum + micros, 0n)) / 1e6,
        );
      }),
      { numRuns: 150 },
    );
  });

  it("pages through any range as the ledger has it, from August 2026", async () => {
    const begin = parseNzDateTime("2026-08-01", "start") as Date;
    await fc.assert(
      fc.asyncProperty(ranges, fc.integer({ min: 1, max: 30 }), async (range, limit) => {
        const expected = within(range)
          .filter(({ at }) => at >= begin)
          .sort((a, b) => b.at.getTime() - a.at.getTime());
        const ids: string[] = [];
        for (let page = 1; ; page++) {
          const { transactions, pagination } = await detail(accountId, { ...range, limit, page });
          expect(pagination.totalRecords).toBe(expected.length);
          ids.push(...transactions.map(({ messageId }) => messageId));
          if (!pagination.hasNextPage) break;
        }
        expect(ids).toEqual(expected.map(({ id }) => id));
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    ["the day of 25 hours", "2026-04-05", 25],
    ["the day of 23 hours", "2026-09-27", 23],
  ])("has the whole of %s", async (_, day, hours) => {
    const other = (await testAccount({ balanceMicros: 10n ** 9n })).accountId;
    const start = (parseNzDateTime(day, "start") as Date).getTime();
    for (let hour = -1; hour <= hours; hour++) await billOne(other, new Date(start + hour * HOUR_MS));
    expect((await summary(other, { start_date: day, end_date: day })).totals.messages).toBe(hours);
    // With a time at either end, the same messages are counted from the ledger.
    const late = { start_date: `${day} 00:00:01`, end_date: `${day} 23:59:59` };
    expect((await summary(other, late)).totals.messages).toBe(hours - 1);
  });
});

describe("what happens at the same time", () => {
  it("keeps the days' sums those of the ledger, and a page that of its counts", async () => {
    const { accountId } = await testAccount({ balanceMicros: 10n ** 10n });
    let more = true;
    const pages = (async () => {
      while (more) {
        const { transactions, pagination } = await detail(accountId, { limit: 500 });
        expect(transactions.length).toBe(Math.min(pagination.totalRecords, 500));
      }
    })();
    const days = ["2026-11-01T10:59:59.999Z", "2026-11-01T11:00:00.000Z", "2026-11-02T12:00:00.000Z"];
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      for (let nth = 0; nth < 30; nth++) {
        const gone = nth % 3 === 0;
        const { id } = await billOne(accountId, new Date(days[nth % 3] ?? ""), writer + nth, { gone });
        if (gone) await cancelNow({ accountId, ids: [id] }, NOW);
      }
    });
    await Promise.all(writers);
    more = false;
    await pages;
    const difference = await db().query(sql`
      select * from (
        select (e.created_at at time zone 'Pacific/Auckland')::date as day, e.send_type, coalesce(e.rate_code, '') as code,
          count(*) as messages, sum(e.segments) as segments, sum(e.net_micros) as net, sum(e.gst_micros) as gst
        from ledger_entries e where e.account_id = ${accountId} and e.kind = 'deduction'
          and e.id not in (select reverses_id from ledger_entries where reverses_id is not null)
        group by 1, 2, 3) truth
      full join (select * from billing_days where account_id = ${accountId} and messages > 0) d
        on d.day = truth.day and d.send_type = truth.send_type and d.rate_code = truth.code
      where (truth.messages, truth.segments, truth.net, truth.gst)
        is distinct from (d.messages, d.segments, d.net_micros, d.gst_micros)`);
    expect(difference).toEqual([]);
    expect((await summary(accountId, { month: "2026-11" })).totals.messages).toBe(120);
  });
});

describe("an account with a rate code for every message", () => {
  it("has as many rows as a response holds, and totals of all of them", async () => {
    const { accountId } = await testAccount();
    const count = SUMMARY_ROWS + 5;
    await db().query(sql`
      insert into billing_days (account_id, day, send_type, rate_code, messages, segments, net_micros, gst_micros)
      select ${accountId}, '2026-11-02', 'sms', to_char(n, 'FM000000'), 1, 2, 100000, 15000
      from generate_series(1, ${count}::int) n`);
    const answer = await summary(accountId, { month: "2026-11" });
    expect(answer.rateCodes).toHaveLength(SUMMARY_ROWS);
    expect(answer.rateCodes[0]?.rateCode).toBe("000001");
    expect(answer.rateCodesOmitted).toBe(5);
    expect(answer.totals).toMatchObject({ messages: count, segments: 2 * count, amount: count / 10 });
    expect((await summary(accountId, { rateCode: "010005" })).rateCodesOmitted).toBeUndefined();
    // A plan that reads all rows for each row takes ten seconds.
  }, 5_000);
});
