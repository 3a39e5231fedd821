import { beforeEach, describe, expect, it } from "vitest";
import type { TriedReplyRules } from "@/lib/contracts/members/auto-replies";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { receive } from "@/lib/inbound/receive";
import { activitiesOf, addedRule, HOURS_RULE, listedRules } from "@/tests/support/auto-replies";
import { useTestDatabase } from "@/tests/support/database/database";
import { carrierInbound, newMobile, sentMessage } from "@/tests/support/inbound";
import { ask } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: change } = handlersOf("/api/members/auto-replies/change");
const { POST: add } = handlersOf("/api/members/auto-replies");
const { POST: attempt } = handlersOf("/api/members/auto-replies/try");

useTestDatabase();

let own: TestAccount;
beforeEach(async () => {
  own = await testAccount();
});

const added = (json: object) => addedRule(own, json);

const rules = async (by = own) => (await listedRules(by)).rules;

const activities = () => activitiesOf(own);

describe("a rule that is added again", () => {
  const repeat = { ...HOURS_RULE, id: newId() };

  it("is one, with one line of activity, however often it comes; where the rule was changed since, that is said", async () => {
    const json = { ...repeat, id: newId() };
    expect(await Promise.all([1, 2, 3].map(() => added(json)))).toEqual([json.id, json.id, json.id]);
    await ask(change, own, { json: { ...json, name: "Changed" } });
    const differs = "This auto reply was already added, and differs. Close this, and change it in the list.";
    expect(await ask(add, own, { json })).toMatchObject({ status: 409, body: { error: differs } });
    expect(await rules()).toMatchObject([{ id: json.id, name: "Changed" }]);
    expect((await activities()).map(([action]) => action)).toEqual([
      "auto_reply_added",
      "auto_reply_changed",
    ]);
  });

  it("is refused without an id, and two with ids of their own are two", async () => {
    expect(await ask(add, own, { json: HOURS_RULE })).toMatchObject({
      status: 400,
      body: { error: "Parameter 'id' is required." },
    });
    expect(await rules()).toEqual([]);
    for (const id of [newId(), newId()]) await added({ ...HOURS_RULE, id });
    expect(await rules()).toHaveLength(2);
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
  const many = (name: string, count = 20) => ({
    ...HOURS_RULE,
    id: newId(),
    name,
    match: "pattern",
    words: patterns(count),
  });
  const ids: string[] = [];
  for (let n = 0; n < 10; n++) ids.push(await added(many(`Orders ${n}`)));
  const sentence = "An account's auto replies have at most 200 patterns in all. Remove some first.";
  const refused = { status: 409, body: { error: sentence } };
  expect(await ask(add, own, { json: many("One more", 1) })).toMatchObject(refused);
  expect((await ask(change, own, { json: { ...many("Fewer", 19), id: ids[0] } })).status).toBe(200);
  const id = await added({ ...HOURS_RULE, name: "Other" });
  expect(await ask(change, own, { json: { ...many("Other", 2), id } })).toMatchObject(refused);
  expect((await ask(change, own, { json: { ...many("Other", 1), id } })).status).toBe(200);
});

describe("a rule for who wrote", () => {
  const rule = { ...HOURS_RULE, match: "any", words: [] };
  const said = async (json: object) =>
    (
      await ask<TriedReplyRules>(attempt, own, { json: { text: "Kia ora", sender: "552", ...json } })
    ).body.rules.map(({ verdict }) => verdict);

  it("keeps numbers as digits, each once, and takes whom they name alone", async () => {
    const fromNumbers = ["021 555 1781", "+64 21 555 1781", "027*", "My bank"];
    const id = await added({ ...rule, fromNumbers });
    await added(rule);
    expect(await rules()).toMatchObject([
      { fromNumbers: ["64215551781", "6427*", "MY BANK"] },
      { fromNumbers: [] },
    ]);
    for (const from of ["0215551781", "+64 27 555 0101", "my bank"])
      expect(await said({ from })).toEqual(["answers", "later"]);
    for (const json of [{ from: "021 555 1782" }, {}])
      expect(await said(json)).toEqual(["other_number", "answers"]);
    expect(await ask(attempt, own, { json: { text: "Kia ora", sender: "552", from: "027*" } })).toMatchObject(
      {
        status: 400,
        body: { error: "'027*' is not a phone number or a sender's name." },
      },
    );
    await ask(change, own, { json: { ...rule, id } });
    expect(await rules()).toMatchObject([{ fromNumbers: [] }, { fromNumbers: [] }]);
  });

  it("answers a text that comes from a number that it names, and no other", async () => {
    const [known, other] = [newMobile(), newMobile()];
    await added({ ...rule, name: "Known", fromNumbers: [known] });
    for (const from of [known, other]) {
      await sentMessage(own.accountId, from, new Date());
      await receive(
        db(),
        "test",
        [carrierInbound({ from, body: "Kia ora", receivedAt: new Date() })],
        new Date(),
      );
    }
    const answers = await db().prisma.autoReply.findMany({ where: { accountId: own.accountId } });
    expect(answers).toMatchObject([{ msisdn: known, ruleName: "Known" }]);
  });
});
