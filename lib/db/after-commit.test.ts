import { beforeEach, describe, expect, it, vi } from "vitest";
import { POST as configure } from "@/app/gateway/configure/route";
import { POST as registerReports } from "@/app/gateway/sms/status/route";
import type { SendSummary } from "@/lib/contracts/members/send";
import { tryAfterCommit } from "@/lib/db/after-commit";
import { db } from "@/lib/db/client";
import type { Sql } from "@/lib/db/sql";
import { OutcomeUnknownError } from "@/lib/db/unavailable";
import { smtpReply } from "@/lib/email-to-sms/reading/refusal";
import { OPERATIONS } from "@/lib/jobs/operations";
import { openLog, setLog } from "@/lib/log";
import { awayFrom } from "@/tests/support/database/away-from";
import { useTestDatabase } from "@/tests/support/database/database";
import { bring, sender } from "@/tests/support/mail/bring-email";
import { emailRules } from "@/tests/support/mail/email-sender";
import { ask } from "@/tests/support/member";
import { books, call, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { MOBILE, sendFrom } from "@/tests/support/server/send";
import { woken } from "@/tests/support/server/woken";
import { event } from "@/tests/support/webhooks/webhook-event";

const { POST: sendForm } = handlersOf("/api/members/send");
const { POST: removeWebhook } = handlersOf("/api/members/webhooks/remove");
const { POST: resumeWebhook } = handlersOf("/api/members/webhooks/resume");
const { POST: setWebhook } = handlersOf("/api/members/webhooks");

useTestDatabase();

// The tests must also pass at night.
process.env.NIGHT_START = "00:00";
process.env.NIGHT_END = "00:00";

beforeEach(() => {
  woken.length = 0;
});

const URL_ = "https://shop.example.com/hook";
const AWAY = { isAway: true };
const NOBODY_CAN_TELL = {
  status: 500,
  body: { error: expect.stringContaining("the outcome of this request is unknown") },
};

describe("the database goes away after messages are accepted and paid for", () => {
  it("and they are answered as accepted; what was approved meanwhile the sweep releases", async () => {
    const account = await testAccount();
    const { accountId } = account;
    const asked = { body: "See https://shop.example.com/now" };
    // The check before acceptance passes, and the check after it fails.
    const sent = await awayFrom("from approved_domains", () => sendFrom(account, asked), 1);
    expect(sent).toMatchObject({ ...AWAY, result: { status: 200, body: { success: true, status: "held" } } });
    expect(await messagesOf(accountId)).toHaveLength(1);
    await db().prisma.approvedDomain.create({
      data: { accountId, domain: "shop.example.com", approvedAt: new Date() },
    });
    await OPERATIONS.sweep(new Date());
    expect(await db().prisma.queuedMessage.findMany({ where: { accountId } })).toMatchObject([
      { held: false },
    ]);
  });

  it("and the page is not told that nothing was done; the jobs are woken, and a repeat is told what was", async () => {
    const account = await testAccount();
    const to = [MOBILE, "64221234567"];
    const json = { to, body: "Kia ora", messageClass: "transactional", key: "a-key-of-one-form" };
    const sendOnce = () => ask<SendSummary>(sendForm, account, { json });
    expect(await awayFrom('as "optedOut"', sendOnce)).toMatchObject({ ...AWAY, result: NOBODY_CAN_TELL });
    expect(woken).toEqual(["dispatch"]);
    const paid = await books(account.accountId);
    expect((await sendOnce()).body).toMatchObject({ accepted: 2, sendId: expect.any(String) });
    expect(await books(account.accountId)).toEqual(paid);
  });

  it("at the commit, and what is said of it is not what the look for a repeat comes to", async () => {
    const account = await testAccount();
    const { query } = db();
    const losing = async <Row>(statement: Sql) => {
      if (statement.text.includes("accept_v1")) throw new OutcomeUnknownError(new Error("gone"));
      return query<Row>(statement);
    };
    const asked = vi.spyOn(db(), "query").mockImplementation(losing);
    const key = { "idempotency-key": "a-key-of-a-program" };
    const sent = await awayFrom("from idempotency_keys", () => sendFrom(account, {}, key));
    asked.mockRestore();
    expect(sent).toMatchObject({ ...AWAY, result: NOBODY_CAN_TELL });
  });

  it("and an email comes again, is sent once, and is noted; the jobs are woken at the first", async () => {
    const { accountId, from, domain } = await sender();
    const given = { from, messageId: "<away@example.com>", rules: emailRules([domain]) };
    const dispatches = () => woken.filter((job) => job === "dispatch").length;
    const before = dispatches();
    const bringOnce = () =>
      bring(given).then(
        () => null,
        (error: Error) => error,
      );
    const { result, isAway } = await awayFrom("emailSubmission.createMany", bringOnce);
    expect([isAway, result?.name, smtpReply(result).code]).toEqual([true, "OutcomeUnknownError", 451]);
    expect(dispatches() - before).toBe(1);
    expect(await bring(given)).toMatchObject({ repeated: true });
    expect(dispatches() - before).toBe(1);
    expect(await messagesOf(accountId)).toHaveLength(1);
    expect(await db().prisma.emailSubmission.count({ where: { sender: from } })).toBe(1);
  });
});

describe("the database goes away after a webhook is changed", () => {
  const basic = ({ userId, password }: TestAccount) => ({
    authorization: `Basic ${Buffer.from(`${userId}:${password}`).toString("base64")}`,
  });
  const urls = async ({ accountId }: TestAccount) =>
    (await db().prisma.webhookEndpoint.findMany({ where: { accountId } })).map(({ url }) => url);
  const paused = async () => {
    const account = await testAccount();
    const { accountId } = account;
    const since = { registeredAt: new Date(), failingSince: new Date(), pausedAt: new Date() };
    await db().prisma.webhookEndpoint.create({ data: { accountId, kind: "inbound", url: URL_, ...since } });
    return { account, id: await event(accountId) };
  };
  const deliveryOf = (id: string) => db().prisma.webhookDelivery.findUniqueOrThrow({ where: { id } });

  it.each([
    ["is named", setWebhook, { kind: "inbound", url: "https://other.example.com/hook" }, {}],
    ["goes on", resumeWebhook, { kind: "inbound" }, { dueAt: expect.any(Date) }],
    ["is removed", removeWebhook, { kind: "inbound" }, { state: "failed" }],
  ] as const)("and one that %s is answered so; the sweep does the rest", async (_, handler, json, after) => {
    const { account, id } = await paused();
    const changed = await awayFrom("update webhook_deliveries w set", () => ask(handler, account, { json }));
    expect(changed).toMatchObject({ ...AWAY, result: { status: 200, body: { success: true } } });
    expect(await deliveryOf(id)).toMatchObject({ state: "pending", dueAt: null });
    await OPERATIONS.sweep(new Date());
    expect(await deliveryOf(id)).toMatchObject(after);
  });

  it("and one that a program registers is answered so", async () => {
    const { account } = await paused();
    const json = { url: "https://other.example.com/hook" };
    const register = () => call(registerReports, { headers: basic(account), json });
    const registered = await awayFrom("update webhook_deliveries w set", register);
    expect(registered).toMatchObject({ ...AWAY, result: { status: 204 } });
    expect((await urls(account)).sort()).toEqual([json.url, URL_]);
  });

  it("and who is to be told the configuration is not told that nothing was done", async () => {
    const account = await testAccount();
    const set = () => call(configure, { headers: basic(account), json: { webhook_url: URL_ } });
    const { result, isAway } = await awayFrom("webhookSecret.findFirst", set);
    expect(isAway).toBe(true);
    expect(result).toMatchObject(NOBODY_CAN_TELL);
    expect(await urls(account)).toEqual([URL_, URL_]);
  });
});

it("what fails after a commit is logged, and what is no failure of the database says which it was", async () => {
  const lines: object[] = [];
  setLog(openLog("info", { write: (line: string) => void lines.push(JSON.parse(line)) }));
  const fail = () => Promise.reject(new Error("no such column"));
  expect(await tryAfterCommit(fail, 0, "it waits for the sweep")).toBe(0);
  setLog(undefined);
  expect(lines).toMatchObject([{ msg: "it waits for the sweep", err: { message: "no such column" } }]);
});
