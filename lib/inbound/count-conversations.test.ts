import { beforeAll, describe, expect, it } from "vitest";
import { MAX_COUNTED } from "@/lib/contracts/members/cursor";
import { db } from "@/lib/db/client";
import { readCounted } from "@/lib/db/counted";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { countConversationsStatement } from "@/lib/inbound/count-conversations.sql";
import type { ConversationFilter } from "@/lib/inbound/list-inbound.sql";
import { useTestDatabase } from "@/tests/support/database/database";
import { scansOf } from "@/tests/support/database/plans";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const ALL: ConversationFilter = { number: null, tag: null };

const FILTERS: Record<string, [filter: ConversationFilter, tables: string[]]> = {
  "of all numbers": [ALL, ["inbound_messages", "inbound_messages"]],
  "of one number": [{ number: "64211234567", tag: null }, ["inbound_messages"]],
  "with a tag": [{ number: null, tag: "VIP" }, ["conversation_tags", "inbound_messages"]],
  "of one number with a tag": [
    { number: "64211234567", tag: "VIP" },
    ["conversation_tags", "inbound_messages"],
  ],
};

/** Creates an account and numbers that have written to it the given number of times. Each has the tag `VIP`. */
async function written(numbers: number, times: number): Promise<number> {
  const { accountId } = await testAccount();
  await db().query(sql`
    insert into inbound_messages (id, account_id, msisdn, shortcode, body, encoding, received_at, carrier, carrier_reference)
    select gen_random_uuid(), ${accountId}::int, '642' || (10000000 + n), '552', 'Kia ora', 'GSM-7', now(), ${newId()}, n || '-' || t
    from generate_series(1, ${numbers}::int) n, generate_series(1, ${times}::int) t`);
  await db().query(sql`
    insert into conversation_tags (account_id, msisdn, tag, since)
    select ${accountId}::int, '642' || (10000000 + n), 'VIP', now() from generate_series(1, ${numbers}::int) n`);
  return accountId;
}

const count = (accountId: number, filter = ALL) =>
  readCounted(db(), countConversationsStatement(accountId, filter));

/** Returns the number of table rows that a count reads. */
async function rowsRead(accountId: number, filter: ConversationFilter): Promise<number> {
  const { text, values } = countConversationsStatement(accountId, filter);
  const [plan] = await db().query<{ "QUERY PLAN": unknown }>(
    sql`explain (analyze, format json) ${{ text, values }}`,
  );
  let rows = 0;
  JSON.stringify(plan, (_, node) => {
    if (node?.["Relation Name"]) rows += node["Actual Rows"] * node["Actual Loops"];
    return node;
  });
  return rows;
}

describe.each([
  ["has not looked", sql`select 1`],
  ["has looked", sql`vacuum analyze`],
])("where the planner %s at the tables", (_, looks) => {
  let accountId: number;
  beforeAll(async () => {
    accountId = await written(MAX_COUNTED + 500, 3);
    await db().query(looks);
  });

  it.each(Object.entries(FILTERS))("the count %s goes by indexes", async (_, [filter, tables]) => {
    const scans = await scansOf(db(), countConversationsStatement(accountId, filter));
    expect(scans).toEqual(
      tables.map((table) => ({
        table,
        node: expect.stringMatching(/^Index (Only )?Scan$/),
        by: expect.stringContaining("account_id = "),
      })),
    );
  });

  it.each([
    [ALL, MAX_COUNTED + 1],
    [{ number: null, tag: "vip" }, 2 * (MAX_COUNTED + 1)],
  ])("no more is read than is counted: %j", async (filter, most) => {
    expect(await count(accountId, filter)).toEqual({ count: MAX_COUNTED, isMore: true });
    expect(await rowsRead(accountId, filter)).toBeLessThanOrEqual(most);
  });
});

it("counts each number once, up to the last that is counted", async () => {
  const [few, just] = [await written(3, 400), await written(MAX_COUNTED, 2)];
  for (const filter of [ALL, { number: null, tag: "VIP" }]) {
    expect(await count(few, filter)).toEqual({ count: 3, isMore: false });
    expect(await count(just, filter)).toEqual({ count: MAX_COUNTED, isMore: false });
  }
});

it("counts a number with a tag where it has written", async () => {
  const accountId = await written(2, 1);
  await db().query(
    sql`delete from inbound_messages where account_id = ${accountId} and msisdn = '64210000002'`,
  );
  const counted = async (filter: Partial<ConversationFilter>) =>
    (await count(accountId, { ...ALL, ...filter })).count;
  expect(await counted({})).toBe(1);
  expect(await counted({ tag: "VIP" })).toBe(1);
  expect(await counted({ tag: "Order" })).toBe(0);
  expect(await counted({ number: "64210000001" })).toBe(1);
  expect(await counted({ number: "64210000002" })).toBe(0);
  expect(await counted({ number: "64210000001", tag: "vip" })).toBe(1);
  expect(await counted({ number: "64210000002", tag: "vip" })).toBe(0);
  expect((await count((await testAccount()).accountId)).count).toBe(0);
});
