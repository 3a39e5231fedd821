import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/ids";
import { addedRule, HOURS_RULE, listedRules } from "@/tests/support/auto-replies";
import { contactList } from "@/tests/support/contacts";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { furtherEndpoint } from "@/tests/support/webhooks/further-endpoint";

const { POST: change } = handlersOf("/api/members/auto-replies/change");
const { POST: remove } = handlersOf("/api/members/auto-replies/remove");
const { POST: add } = handlersOf("/api/members/auto-replies");
const { POST: removeList } = handlersOf("/api/members/contacts/lists/remove");
const { POST: removeEndpoint } = handlersOf("/api/members/webhooks/endpoints/remove");

useTestDatabase();

let own: TestAccount;
beforeEach(async () => {
  own = await testAccount();
});

const added = (json: object) => addedRule(own, json);

const listed = () => listedRules(own);

describe("a rule", () => {
  it("may change lists, tag the conversation and send the text to an endpoint, without a reply, and names what there is", async () => {
    const [vip, leads] = [await contactList(own, "VIP"), await contactList(own, "Leads")];
    const { id: sendTo } = await furtherEndpoint(own.accountId, { name: "CRM" });
    const only = [
      { addTo: vip },
      { removeFrom: leads },
      { sendTo },
      { tag: "New customer" },
      { addTo: vip, removeFrom: leads, sendTo, tag: "VIP" },
    ];
    for (const action of only) await added({ ...HOURS_RULE, text: "", ...action });
    expect((await listed()).rules).toMatchObject(only.map((action) => ({ text: "", ...action })));
    expect(await listed()).toMatchObject({
      lists: [
        { id: leads, name: "Leads" },
        { id: vip, name: "VIP" },
      ],
      endpoints: [{ id: sendTo, name: "CRM", isPaused: false }],
    });
    expect(
      await ask(add, own, { json: { ...HOURS_RULE, id: newId(), addTo: vip, removeFrom: vip } }),
    ).toMatchObject({
      status: 400,
      body: { error: "Choose different lists to add to and to remove from." },
    });
  });

  it("has its tag as one by hand is, and none unless it is told", async () => {
    const id = await added({ ...HOURS_RULE, tag: "  New customer " });
    expect((await listed()).rules).toMatchObject([{ tag: "New customer" }]);
    for (const [tag, error] of [
      [" ", "Parameter 'tag' must not be empty."],
      ["x".repeat(41), "Parameter 'tag' must be at most 40 characters long."],
      ["a\u0007b", "Parameter 'tag' must not contain control characters."],
    ])
      expect(await ask(add, own, { json: { ...HOURS_RULE, id: newId(), tag } })).toMatchObject({
        status: 400,
        body: { error },
      });
    await ask(change, own, { json: { ...HOURS_RULE, id } });
    expect((await listed()).rules).toMatchObject([{ tag: null }]);
    expect((await ask(change, own, { json: { ...HOURS_RULE, text: "", id } })).status).toBe(400);
  });

  it("uses lists and endpoints of the account alone", async () => {
    const stranger = await testAccount();
    const theirs = await contactList(stranger, "VIP");
    const { id: sendTo } = await furtherEndpoint(stranger.accountId);
    for (const wrong of [{ addTo: theirs }, { removeFrom: theirs }, { sendTo }])
      expect((await ask(add, own, { json: { ...HOURS_RULE, id: newId(), ...wrong } })).status).toBe(404);
    expect(await listed()).toMatchObject({ rules: [], lists: [], endpoints: [] });
  });

  it("keeps the lists and the endpoint that it uses until it is changed or removed", async () => {
    const [vip, leads] = [await contactList(own, "VIP"), await contactList(own, "Leads")];
    const { id: sendTo } = await furtherEndpoint(own.accountId);
    const id = await added({ ...HOURS_RULE, addTo: vip, removeFrom: leads, sendTo });
    const inUse = (what: string) => ({
      status: 409,
      body: { code: "conflict", error: `The auto reply Hours uses this ${what}. Change or remove it first.` },
    });
    for (const used of [vip, leads])
      expect(await ask(removeList, own, { json: { id: used } })).toMatchObject(inUse("list"));
    expect(await ask(removeEndpoint, own, { json: { id: sendTo } })).toMatchObject(inUse("endpoint"));
    expect(await ask(removeList, await testAccount(), { json: { id: vip } })).toMatchObject({ status: 404 });
    await ask(change, own, { json: { ...HOURS_RULE, id, addTo: vip } });
    expect((await ask(removeList, own, { json: { id: leads } })).status).toBe(200);
    expect((await ask(removeEndpoint, own, { json: { id: sendTo } })).status).toBe(200);
    await ask(remove, own, { json: { id } });
    expect((await ask(removeList, own, { json: { id: vip } })).status).toBe(200);
  });

  it("and the list or the endpoint that it gets are never there one without the other", async () => {
    for (let round = 0; round < 4; round++) {
      const addTo = await contactList(own, `List ${round}`);
      const { id: sendTo } = await furtherEndpoint(own.accountId);
      const [rule, ...gone] = await Promise.all([
        ask<{ id: string }>(add, own, { json: { ...HOURS_RULE, id: newId(), addTo, sendTo } }),
        ask(removeList, own, { json: { id: addTo } }),
        ask(removeEndpoint, own, { json: { id: sendTo } }),
      ]);
      expect([200, 404]).toContain(rule.status);
      for (const { status } of gone) expect([200, 409]).toContain(status);
      if (rule.status === 200) expect(gone.map(({ status }) => status)).toEqual([409, 409]);
      else expect(gone.map(({ status }) => status)).toContain(200);
    }
  });
});
