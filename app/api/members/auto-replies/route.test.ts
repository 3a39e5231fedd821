import { beforeEach, describe, expect, it, test } from "vitest";
import { MAX_RULES, type TriedReplyRules, tryReplyRules } from "@/lib/contracts/members/auto-replies";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { receive } from "@/lib/inbound/receive";
import { activitiesOf, addedRule, HOURS_RULE, listedRules, testRule } from "@/tests/support/auto-replies";
import { useTestDatabase } from "@/tests/support/database/database";
import { carrierInbound, newMobile, sentMessage } from "@/tests/support/inbound";
import { ask } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: change } = handlersOf("/api/members/auto-replies/change");
const { POST: enable } = handlersOf("/api/members/auto-replies/enable");
const { POST: move } = handlersOf("/api/members/auto-replies/move");
const { POST: remove } = handlersOf("/api/members/auto-replies/remove");
const { POST: add } = handlersOf("/api/members/auto-replies");
const { POST: attempt } = handlersOf("/api/members/auto-replies/try");

useTestDatabase();

let own: TestAccount;
beforeEach(async () => {
  own = await testAccount();
});

const added = (json: object) => addedRule(own, json);

const rules = async (by = own) => (await listedRules(by)).rules;

/** Inserts a sender that belongs to an account. */
const senderOf = ({ accountId: ownerId }: TestAccount) =>
  db().prisma.shortcode.create({ data: { number: newMobile(), ownerId } });

const names = async () => (await rules()).map(({ name }) => name);

async function tried(json: { text: string; sender: string }): Promise<TriedReplyRules> {
  const { status, body } = await ask<TriedReplyRules>(attempt, own, { json });
  expect(status).toBe(200);
  expect(body).toEqual(tryReplyRules.response.parse(body));
  return body;
}

const activities = () => activitiesOf(own);

describe("a rule", () => {
  it("is stored as it matches: keywords folded, each once, days in order, and what was left out as usual", async () => {
    await added({ ...HOURS_RULE, words: ["hours", "HOURS", "Māori"], hours: "during", days: [5, 1, 5] });
    expect(await rules()).toEqual([
      {
        id: expect.any(String),
        name: "Hours",
        enabled: true,
        match: "keyword",
        words: ["HOURS", "MAORI"],
        sender: null,
        fromNumbers: [],
        hours: "during",
        days: [1, 5],
        fromTime: "00:00",
        toTime: "00:00",
        text: HOURS_RULE.text,
        forward: false,
        unicode: false,
        pauseMinutes: 60,
        addTo: null,
        removeFrom: null,
        sendTo: null,
        tag: null,
      },
    ]);
    expect(await activities()).toEqual([["auto_reply_added", { name: "Hours" }]]);
  });

  test.each([
    [{ name: "" }, "missing_parameter", "Parameter 'name' is required."],
    [{ name: "x".repeat(61) }, "invalid_parameter", "Parameter 'name' must be at most 60 characters long."],
    [{ name: "a\u202eb" }, "invalid_parameter", expect.stringContaining("Parameter 'name'")],
    [{ match: "regex" }, "invalid_parameter", expect.stringContaining("Parameter 'match'")],
    [{ match: "pattern", words: ["* *"] }, "invalid_parameter", expect.stringMatching(/^A pattern needs/)],
    [{ match: "pattern", words: ["a".repeat(61)] }, "invalid_parameter", expect.stringMatching(/at most 60/)],
    [{ words: [] }, "missing_parameter", "Parameter 'words' is required."],
    [{ words: ["two words"] }, "invalid_parameter", expect.stringContaining("'two words' is no keyword")],
    [{ words: ["STOP"] }, "invalid_parameter", expect.stringContaining("STOP")],
    [{ words: Array(21).fill("a") }, "invalid_parameter", "Parameter 'words' must be at most 20."],
    [{ match: "phrase", words: ["?!"] }, "invalid_parameter", "A phrase needs a letter or a digit."],
    [{ hours: "during", days: [] }, "missing_parameter", "Parameter 'days' is required."],
    [{ hours: "during", days: [8] }, "invalid_parameter", expect.stringContaining("days from 1 to 7")],
    [{ fromTime: "24:00" }, "invalid_parameter", expect.stringContaining("Parameter 'fromTime'")],
    [{ text: "" }, "missing_parameter", "An auto reply needs a reply or another action."],
    [{ addTo: "VIP" }, "invalid_parameter", "Parameter 'addTo' must be an id."],
    [{ removeFrom: newId() }, "not_found", "There is no such list."],
    [{ sendTo: newId() }, "not_found", "There is no such endpoint."],
    [{ text: "\u200b" }, "invalid_parameter", "Parameter 'text' has no characters that can be sent."],
    [{ unicode: true }, "unicode_not_enabled", expect.stringContaining("Parameter 'unicode'")],
    [{ sender: "64215550199" }, "sender_not_authorised", "This account can't use that sender."],
    [
      { fromNumbers: Array(21).fill("021*") },
      "invalid_parameter",
      "Parameter 'fromNumbers' must be at most 20.",
    ],
    [
      { fromNumbers: ["021*", "*"] },
      "invalid_parameter",
      expect.stringMatching(/^'\*' is not a number, a beginning/),
    ],
    [{ pauseMinutes: 0 }, "invalid_parameter", expect.stringContaining("Parameter 'pauseMinutes'")],
    [{ pauseMinutes: 10_081 }, "invalid_parameter", expect.stringContaining("Parameter 'pauseMinutes'")],
  ])("is refused where it cannot match or send: %j", async (wrong, code, error) => {
    const refused = {
      status: expect.toSatisfy((status: number) => status >= 400 && status < 500),
      body: { code, error },
    };
    expect(await ask(add, own, { json: { ...HOURS_RULE, id: newId(), ...wrong } })).toMatchObject(refused);
    const id = await added(HOURS_RULE);
    expect(await ask(change, own, { json: { ...HOURS_RULE, ...wrong, id } })).toMatchObject(refused);
    expect(await rules()).toMatchObject([{ ...HOURS_RULE, words: ["HOURS"] }]);
  });

  it("may email the text, with a reply or without one", async () => {
    await added({ ...HOURS_RULE, text: "", forward: true });
    expect(await rules()).toMatchObject([{ text: "", forward: true }]);
    expect((await listedRules(own)).emailTo).toBeNull();
  });

  it("replies from senders of the account alone", async () => {
    const theirs = await senderOf(await testAccount());
    const ours = await senderOf(own);
    const refused = await ask(add, own, { json: { ...HOURS_RULE, id: newId(), sender: theirs.number } });
    expect(refused.body).toMatchObject({ code: "sender_not_authorised" });
    await added({ ...HOURS_RULE, sender: ours.number });
    expect(await rules()).toMatchObject([{ sender: ours.number }]);
  });

  it(`is one of at most ${MAX_RULES}, also where several are added together`, async () => {
    for (let count = 1; count < MAX_RULES; count++) await testRule(own.accountId, { position: count });
    const answers = await Promise.all(
      [1, 2, 3].map(() => ask(add, own, { json: { ...HOURS_RULE, id: newId() } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "conflict",
      error: "An account has at most 50 auto replies. Remove one first.",
    });
    const all = await rules();
    expect(all).toHaveLength(MAX_RULES);
    await ask(remove, own, { json: { id: all[7]?.id } });
    await added({ ...HOURS_RULE, name: "The last" });
    expect((await rules()).at(-1)).toMatchObject({ name: "The last" });
  });
});

describe("the order", () => {
  it("changes by one place at a time, and ends at both ends", async () => {
    const [one, two, three] = [
      await added({ ...HOURS_RULE, name: "One" }),
      await added({ ...HOURS_RULE, name: "Two" }),
      await added({ ...HOURS_RULE, name: "Three" }),
    ];
    const moved = async (id: string, direction: "up" | "down") => {
      expect((await ask(move, own, { json: { id, direction } })).status).toBe(200);
      return await names();
    };
    expect(await moved(three, "up")).toEqual(["One", "Three", "Two"]);
    expect(await moved(one, "down")).toEqual(["Three", "One", "Two"]);
    const told = (await activities()).length;
    expect(await moved(three, "up")).toEqual(["Three", "One", "Two"]);
    expect(await moved(two, "down")).toEqual(["Three", "One", "Two"]);
    expect((await activities()).length).toBe(told);
    await ask(remove, own, { json: { id: one } });
    expect(await moved(two, "up")).toEqual(["Two", "Three"]);
    await added({ ...HOURS_RULE, name: "Four" });
    expect(await names()).toEqual(["Two", "Three", "Four"]);
    expect(await activities()).toContainEqual(["auto_reply_removed", { name: "One" }]);
  });

  it("loses no rule where several are moved together", async () => {
    const ids: string[] = [];
    for (const name of ["A", "B", "C", "D"]) ids.push(await added({ ...HOURS_RULE, name }));
    await Promise.all(ids.map((id) => ask(move, own, { json: { id, direction: "down" } })));
    expect((await names()).sort()).toEqual(["A", "B", "C", "D"]);
    const stored = await db().prisma.replyRule.findMany({ where: { accountId: own.accountId } });
    expect(new Set(stored.map(({ position }) => position)).size).toBe(4);
  });
});

it("a rule is written anew in its place, and switched off and on again", async () => {
  const id = await added(HOURS_RULE);
  await added({ ...HOURS_RULE, name: "Other" });
  await ask(enable, own, { json: { id, enabled: false } });
  await ask(enable, own, { json: { id, enabled: false } });
  const anew = { ...HOURS_RULE, name: "Any", match: "any", words: ["left over"], text: "Thanks" };
  expect((await ask(change, own, { json: { ...anew, id } })).status).toBe(200);
  expect(await rules()).toMatchObject([
    { id, name: "Any", match: "any", words: [], text: "Thanks", enabled: false },
    { name: "Other" },
  ]);
  await ask(enable, own, { json: { id, enabled: true } });
  expect((await rules())[0]).toMatchObject({ id, enabled: true });
  expect(await activities()).toEqual([
    ["auto_reply_added", { name: "Hours" }],
    ["auto_reply_added", { name: "Other" }],
    ["auto_reply_changed", { name: "Hours", enabled: false }],
    ["auto_reply_changed", { name: "Any" }],
    ["auto_reply_changed", { name: "Any", enabled: true }],
  ]);
});

it("a rule of another account, or of none, is not there", async () => {
  const stranger = await testAccount();
  const id = await added(HOURS_RULE);
  for (const which of [id, newId()])
    for (const [called, given] of [
      [change, { ...HOURS_RULE, name: "Mine" }],
      [enable, { enabled: false }],
      [move, { direction: "up" }],
      [remove, {}],
    ] as const)
      expect(await ask(called, stranger, { json: { ...given, id: which } })).toMatchObject({
        status: 404,
        body: { code: "not_found", error: "There is no such auto reply." },
      });
  expect(await rules(stranger)).toEqual([]);
  expect(await rules()).toMatchObject([{ id, name: "Hours", enabled: true }]);
});

describe("a text that is tried", () => {
  it("is judged as one that came, by each rule, and nothing is stored", async () => {
    const mine = await senderOf(own);
    await added({ ...HOURS_RULE, name: "Off", match: "any", words: [] });
    await ask(enable, own, { json: { id: (await rules())[0]?.id, enabled: false } });
    await added({ ...HOURS_RULE, name: "Other sender", match: "any", words: [], sender: mine.number });
    await added(HOURS_RULE);
    await added({ ...HOURS_RULE, name: "Price", match: "phrase", words: ["how much"] });
    await added({ ...HOURS_RULE, name: "Order", match: "pattern", words: ["parcel *", "order ####"] });
    await added({ ...HOURS_RULE, name: "Else", match: "any", words: [] });
    const verdicts = { Off: "disabled", "Other sender": "other_sender", Hours: "other_words" };
    for (const [text, by, found] of [
      ["Hours?", "HOURS", { Hours: "answers", Price: "later", Order: "later", Else: "later" }],
      ["How much, please", "how much", { Price: "answers", Order: "later", Else: "later" }],
      ["Order #1234!", "order ####", { Price: "other_words", Order: "answers", Else: "later" }],
      ["Kia ora", null, { Price: "other_words", Order: "other_words", Else: "answers" }],
    ] as const) {
      const { optOut, read, rules: judged } = await tried({ text, sender: "552" });
      expect(optOut).toBe(false);
      expect(read).toBe(
        text
          .toUpperCase()
          .replace(/[^A-Z0-9]+/g, " ")
          .trim(),
      );
      expect(judged.filter((rule) => rule.by !== null).map((rule) => rule.by)).toEqual(
        by === null ? [] : [by],
      );
      const said = Object.fromEntries(judged.map(({ name, verdict }) => [name, verdict]));
      expect(said).toEqual({ ...verdicts, ...found });
      const from = newMobile();
      await sentMessage(own.accountId, from, new Date());
      await receive(db(), "test", [carrierInbound({ from, body: text, receivedAt: new Date() })], new Date());
      const [answer] = await db().prisma.autoReply.findMany({ where: { msisdn: from } });
      expect(answer?.ruleName).toBe(judged.find(({ verdict }) => verdict === "answers")?.name);
    }
    expect(await db().prisma.autoReply.count({ where: { accountId: own.accountId } })).toBe(4);
  });

  test.each(["Stop", "START"])("is asked of no rule where it is %s", async (text) => {
    await added({ ...HOURS_RULE, match: "any", words: [] });
    await added({ ...HOURS_RULE, match: "pattern", words: ["st*"] });
    expect(await tried({ text, sender: "552" })).toEqual({
      optOut: true,
      read: text.toUpperCase(),
      rules: [],
    });
  });
});
