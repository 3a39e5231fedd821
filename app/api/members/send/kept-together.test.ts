import { expect, it } from "vitest";
import type { SendSummary } from "@/lib/contracts/members/send";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { books, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import "@/tests/support/server/send";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: keepDraft } = handlersOf("/api/members/send/drafts");
const { POST: send } = handlersOf("/api/members/send");

useTestDatabase();

const TO = ["64211110001", "64211110002"];

async function draftOf(account: TestAccount): Promise<string> {
  const form = { numbers: TO.join("\n"), body: "Kia ora", messageClass: "transactional" };
  const kept = await ask<{ id: string }>(keepDraft, account, {
    json: { name: "Spring", form, fileName: null },
  });
  expect(kept.status).toBe(200);
  return kept.body.id;
}

it("a form's messages, its send and the end of its draft are one: all of it is done or nothing", async () => {
  const account = await testAccount();
  const draftId = await draftOf(account);
  const before = await books(account.accountId);
  const key = "a-key-of-one-form-kept-together";
  const json = { to: TO, body: "Kia ora", messageClass: "transactional", name: "Spring", draftId, key };
  const press = () => ask<SendSummary>(send, account, { json });
  const state = async () => ({
    messages: (await messagesOf(account.accountId)).length,
    sends: await db().prisma.bulkSend.count({ where: { accountId: account.accountId } }),
    drafts: await db().prisma.sendDraft.count({ where: { accountId: account.accountId } }),
  });

  await db().query(sql`alter table bulk_sends add constraint refused check (name <> 'Spring') not valid`);
  expect((await press()).status).toBe(500);
  expect(await state()).toEqual({ messages: 0, sends: 0, drafts: 1 });
  expect(await books(account.accountId)).toEqual(before);

  await db().query(sql`alter table bulk_sends drop constraint refused`);
  const [first, second] = await Promise.all([press(), press()]);
  expect(first.body.sendId).toEqual(expect.any(String));
  expect(second.body).toEqual(first.body);
  expect(await state()).toEqual({ messages: 2, sends: 1, drafts: 0 });
});

it("the activity names who sent, once, and nobody for a test", async () => {
  const account = await testAccount();
  const json = { to: TO, body: "Kia ora", messageClass: "transactional", name: "Spring" };
  const press = (more: object) => ask<SendSummary>(send, account, { json: { ...json, ...more } });
  const { body } = await press({ key: "a-key-of-a-named-form" });
  await press({ key: "a-key-of-a-named-form" });
  await press({ key: "a-key-of-a-tested-form", sandbox: true });
  const one = await press({ key: "a-key-of-one-message", to: TO.slice(0, 1), name: undefined });
  const lines = await db().prisma.activity.findMany({
    where: { accountId: account.accountId },
    orderBy: { id: "asc" },
    select: { action: true, personId: true, details: true },
  });
  const sentLine = { action: "messages_sent", personId: account.accountId };
  expect(lines).toEqual([
    { ...sentLine, details: { send: body.sendId, name: "Spring", messages: 2 } },
    { ...sentLine, details: { message: one.body.messageId, messages: 1 } },
  ]);
});

it("one message is a send where it has a name, and its repeat says so too", async () => {
  const account = await testAccount();
  const json = { to: TO.slice(0, 1), body: "Kia ora", messageClass: "transactional" };
  const pressTwice = async (more: object) => {
    const given = { json: { ...json, ...more } };
    const [first, again] = [
      await ask<SendSummary>(send, account, given),
      await ask<SendSummary>(send, account, given),
    ];
    expect(again.body).toEqual(first.body);
    return first.body.sendId;
  };
  expect(await pressTwice({ key: "a-key-without-any-name" })).toBeNull();
  expect(await pressTwice({ key: "a-key-with-a-name-given", name: "Spring" })).toEqual(expect.any(String));
});
