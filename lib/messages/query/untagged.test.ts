import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";
import { accept } from "@/lib/messages/accept/accept";
import type { Submission } from "@/lib/messages/accept/submission";
import { LISTED_COLUMNS, listStatement } from "@/lib/messages/query/list-messages.sql";
import { idMadeAt } from "@/tests/support/database/aged";
import { useTestDatabase } from "@/tests/support/database/database";
import { tableOf } from "@/tests/support/database/plans";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { ask } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET: list } = handlersOf("/api/members/messages");

useTestDatabase();

const NOW = new Date("2026-11-20T23:00:00Z");
const UNTAGGED = { rateCode: "untagged" } as const;

type Node = { "Relation Name"?: string; "Actual Rows": number; "Actual Loops": number; Plans?: Node[] } & {
  "Rows Removed by Filter"?: number;
};

type Page = { messages: { id: string }[]; older: string | null };

/** Returns the number of messages that a statement reads. */
async function lookedAt(statement: Sql): Promise<number> {
  const explain = sql`explain (analyze, format json) ${statement}`;
  const [row] = await db().query<{ "QUERY PLAN": { Plan: Node }[] }>(explain);
  const under = (node: Node): number => {
    const { "Rows Removed by Filter": removed = 0, "Actual Rows": found, "Actual Loops": loops } = node;
    const own = tableOf(node["Relation Name"] ?? "") === "messages" ? (found + removed) * loops : 0;
    return (node.Plans ?? []).reduce((sum, plan) => sum + under(plan), own);
  };
  return under(row?.["QUERY PLAN"][0]?.Plan as Node);
}

/** Creates the given number of messages of an account that are accepted at once. Returns their ids. */
async function accepted(
  accountId: number,
  at: Date,
  { count = 1, ...given }: Partial<Submission> & { count?: number } = {},
): Promise<string[]> {
  const items = Array.from({ length: count }, () => testItem({ id: idMadeAt(at), dueAt: at }));
  const code = { rateCode: null, billedRateCode: given.rateCode ?? null };
  await accept(db(), [testSubmission(accountId, { ...code, ...given, items })], at, () => "");
  return items.map(({ id }) => id);
}

/** Returns all pages of a list, from its newest. */
async function walk(account: TestAccount, asked: Record<string, string>): Promise<string[]> {
  const ids: string[] = [];
  for (let place: Record<string, string> | null = {}; place; ) {
    const query: Record<string, string> = { ...UNTAGGED, limit: "2", ...asked, ...place };
    const { body } = await ask<Page>(list, account, { query });
    ids.push(...body.messages.map(({ id }) => id));
    place = body.older === null ? null : { before: body.older };
  }
  return ids;
}

it("finds the messages without a rate code on each of their days, templates among them", async () => {
  const account = await testAccount({ balanceMicros: 1_000_000_000n });
  const { accountId } = account;
  const untagged: string[] = [];
  // Around midnight in New Zealand, and on the days on which its clock changes.
  const instants = [
    "2026-04-04T10:59:59.999Z",
    "2026-04-04T11:00:00Z",
    "2026-04-05T11:59:59.999Z",
    "2026-04-05T12:00:00Z",
    "2026-09-26T11:59:59.999Z",
    "2026-09-26T12:00:00Z",
    "2026-09-27T10:59:59.999Z",
    "2026-09-27T11:00:00Z",
  ];
  for (const instant of instants) {
    const at = new Date(instant);
    await accepted(accountId, at, { rateCode: "shop" });
    untagged.push(...(await accepted(accountId, at)));
  }
  const otp = { sendType: "otp", billedRateCode: "OTP" } as const;
  untagged.push(...(await accepted(accountId, new Date("2026-10-10T00:00:00Z"), otp)));
  const tagged = { ...otp, rateCode: "shop", billedRateCode: "shop-OTP" } as const;
  await accepted(accountId, new Date("2026-10-11T00:00:00Z"), tagged);
  expect(await walk(account, {})).toEqual(untagged.toReversed());
  const start = "2026-09-27 00:00:00";
  expect(await walk(account, { start })).toEqual(untagged.slice(5).toReversed());
});

it("looks at none of an account that gives each a code, nor at those after the last without one", async () => {
  const { accountId } = await testAccount({ balanceMicros: 1_000_000_000n });
  const stretch = { place: null, direction: "older", limit: 26 } as const;
  const statement = listStatement({
    columns: LISTED_COLUMNS,
    accountId,
    filter: UNTAGGED,
    stretch,
    now: NOW,
  });
  await accepted(accountId, NOW, { rateCode: "shop", count: 2_000 });
  expect(await lookedAt(statement)).toBe(0);
  await accepted(accountId, new Date(NOW.getTime() - 24 * 3_600_000), { count: 100 });
  // Each message is read once to be found, and once to be shown.
  expect(await lookedAt(statement)).toBe(2 * stretch.limit);
});
