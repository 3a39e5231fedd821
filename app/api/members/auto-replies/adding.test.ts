import { beforeEach, describe, expect, it } from "vitest";
import { POST as change } from "@/app/api/members/auto-replies/change/route";
import { POST as add, GET as list } from "@/app/api/members/auto-replies/route";
import type { ReplyRulesList } from "@/lib/contracts/members/inbound/auto-replies";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

let own: TestAccount;
beforeEach(async () => {
  own = await testAccount();
});

const HOURS = { name: "Hours", match: "keyword", words: ["hours"], text: "We are open from 9 to 5." };

async function added(json: object): Promise<string> {
  const { status, body } = await ask<{ id: string }>(add, own, { json });
  expect(status).toBe(200);
  return body.id;
}

const rules = async (by = own) => (await ask<ReplyRulesList>(list, by, { query: {} })).body.rules;

const activities = async () =>
  (await db().prisma.activity.findMany({ where: { accountId: own.accountId }, orderBy: { id: "asc" } })).map(
    ({ action, details }) => [action, details],
  );

describe("a rule that is added again", () => {
  const repeat = { ...HOURS, id: newId() };

  it("is one, with one line of activity, however often it comes; where the rule was changed since, that is said", async () => {
    const json = { ...repeat, id: newId() };
    expect(await Promise.all([1, 2, 3].map(() => added(json)))).toEqual([json.id, json.id, json.id]);
    await ask(change, own, { json: { ...json, name: "Changed" } });
    const differs = "This auto reply was already added, and differs. Close this, and change it in the list.";
    expect(await ask(add, own, { json })).toMatchObject({ status: 409, body: { error: differs } });
    expect(await rules()).toMatchObject([{ id: json.id, name: "Changed" }]);
    expect((await activities()).map(([action]) => action)).toEqual([
      ...["auto_reply_added", "auto_reply_changed"],
    ]);
  });

  it("is none of another account's: its id is refused as one that is not there", async () => {
    await added(repeat);
    const stranger = await testAccount();
    expect(await ask(add, stranger, { json: { ...repeat, name: "Mine" } })).toMatchObject({
      status: 404,
      body: { error: "There is no such auto reply." },
    });
    expect(await rules(stranger)).toEqual([]);
    expect(await rules()).toMatchObject([{ id: repeat.id, name: "Hours" }]);
  });
});

it("a rule is refused where the account's auto replies would have more than 200 patterns", async () => {
  const patterns = (count: number) => Array.from({ length: count }, (_, n) => `order ${n} *`);
  const many = (name: string, count = 20) => ({ ...HOURS, name, match: "pattern", words: patterns(count) });
  const ids: string[] = [];
  for (let n = 0; n < 10; n++) ids.push(await added(many(`Orders ${n}`)));
  const sentence = "An account's auto replies have at most 200 patterns in all. Remove some first.";
  const refused = { status: 409, body: { error: sentence } };
  expect(await ask(add, own, { json: many("One more", 1) })).toMatchObject(refused);
  expect((await ask(change, own, { json: { ...many("Fewer", 19), id: ids[0] } })).status).toBe(200);
  const other = { ...HOURS, name: "Other", id: await added({ ...HOURS, name: "Other" }) };
  expect(await ask(change, own, { json: { ...other, ...many("Other", 2) } })).toMatchObject(refused);
  expect((await ask(change, own, { json: { ...other, ...many("Other", 1) } })).status).toBe(200);
});
