import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  cancelMessageOperation,
  type MessageDetails,
  type MessageEvent,
  readMessageOperation,
} from "@/lib/contracts/members/messages";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { receive } from "@/lib/inbound/receive";
import { accept } from "@/lib/messages/accept/accept";
import type { Submission } from "@/lib/messages/accept/submission";
import { report } from "@/lib/messages/dispatch/report";
import { keepUnreadable } from "@/lib/messages/networks/unreadable-reports";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { carrierInbound, newMobile, sentMessage } from "@/tests/support/inbound";
import { ask } from "@/tests/support/member";
import { books, call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { NOON } from "@/tests/support/server/send";

const { POST: cancel } = handlersOf("/api/members/messages/cancel");
const { GET } = handlersOf("/api/members/messages/message");

useTestDatabase();

let account: TestAccount;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  account = await testAccount();
  return () => vi.useRealTimers();
});

const at = (time: string) => new Date(`2026-11-21T${time}+13:00`);

async function read(id: string, from = account): Promise<MessageDetails> {
  const { status, body } = await ask<MessageDetails>(GET, from, { query: { id } });
  expect(status).toBe(200);
  expect(body).toEqual(readMessageOperation.response.parse(body));
  return body;
}

const kinds = ({ timeline }: { timeline: MessageEvent[] }) => timeline.map(({ kind }) => kind);

async function waiting(overrides: Partial<Submission>, item: Parameters<typeof testItem>[0], when = NOON) {
  const made = testItem({ msisdn: newMobile(), ...item });
  const submission = testSubmission(account.accountId, { ...overrides, items: [made] });
  await accept(db(), [submission], when, () => "");
  return made.id;
}

describe("a message's page", () => {
  it("tells what happened from acceptance to the reply", async () => {
    const { accountId } = account;
    const url = "https://receiver.example.com/dlr";
    await db().prisma.webhookEndpoint.create({
      data: { accountId, kind: "report", url, registeredAt: NOON },
    });
    const to = newMobile();
    const id = await sentMessage(accountId, to, at("11:00:00"), { customerMessageId: "order-1" });
    const reported = async (code: number, time: string) =>
      report(db(), "test", [{ reference: id, key: newId(), code, reportedAt: at(time) }], at(time));
    await reported(8, "11:00:02");
    await reported(1, "11:00:05");
    const [first] = await db().prisma.webhookDelivery.findMany({
      where: { messageId: id },
      orderBy: { createdAt: "asc" },
    });
    await db().prisma.webhookDelivery.update({
      where: { id: first?.id ?? "" },
      data: {
        state: "delivered",
        attempts: 2,
        dueAt: null,
        attemptedAt: at("11:00:09"),
        attemptedUrl: url,
        responseCode: 200,
        durationMs: 41,
      },
    });
    await receive(
      db(),
      "test",
      [carrierInbound({ from: to, body: "Thanks", receivedAt: at("11:30:00") })],
      at("11:30:00"),
    );
    const page = await read(id);
    expect(page.timeline).toEqual([
      { kind: "accepted", at: "2026-11-21 11:00:00" },
      { kind: "sent", at: "2026-11-21 11:00:00", carrier: "test", possibleDuplicate: false },
      { kind: "report", at: "2026-11-21 11:00:02", status: "ACCEPTD", code: 8, error: null, cause: null },
      { kind: "report", at: "2026-11-21 11:00:05", status: "DELIVRD", code: 1, error: null, cause: null },
      {
        kind: "webhook",
        at: "2026-11-21 11:00:05",
        about: "DELIVRD",
        state: "pending",
        attempts: 0,
        url: null,
        responseCode: null,
        error: null,
        durationMs: null,
        nextAt: "2026-11-21 11:00:05",
      },
      {
        kind: "webhook",
        at: "2026-11-21 11:00:09",
        about: "ACCEPTD",
        state: "delivered",
        attempts: 2,
        url,
        responseCode: 200,
        error: null,
        durationMs: 41,
        nextAt: null,
      },
      { kind: "reply", at: "2026-11-21 11:30:00", text: "Thanks" },
    ]);
    expect(page.message).toMatchObject({
      id,
      to,
      from: "552",
      state: "DELIVRD",
      encoding: "GSM-7",
      parts: 1,
      ownId: "order-1",
      messageClass: "transactional",
      cancellable: false,
      price: { net: "0.10", gst: "0.015", total: "0.115", givenBackAt: null },
    });
  });

  it("tells of a message that waits: held, for the morning, for a network", async () => {
    const held = await read(await waiting({ heldHosts: ["bit.ly", "example.com"] }, { dueAt: null }));
    expect(held.timeline[1]).toMatchObject({ kind: "held", domains: ["bit.ly", "example.com"] });
    expect(held.message).toMatchObject({ state: "HELD", cancellable: true });

    const night = await read(await waiting({}, { dueAt: at("23:00:00") }));
    expect(night.timeline[1]).toMatchObject({ kind: "night", until: "2026-11-21 23:00:00" });
    expect(night.message).toMatchObject({ state: "NIGHT", cancellable: true });

    const later = at("15:00:00");
    const scheduled = await read(await waiting({}, { dueAt: later, sendAt: later }));
    expect(scheduled.timeline[1]).toMatchObject({ kind: "scheduled", until: "2026-11-21 15:00:00" });
    expect(scheduled.message).toMatchObject({
      state: "SCHEDULED",
      cancellable: true,
      sendAt: "2026-11-21 15:00:00",
    });

    const id = await waiting({}, { dueAt: NOON });
    const tried = { firstTriedAt: NOON, attempts: 3, dueAt: at("12:01:00") };
    await db().prisma.queuedMessage.updateMany({ where: { messageId: id }, data: tried });
    const trying = await read(id);
    expect(trying.timeline[1]).toMatchObject({ kind: "trying", attempts: 3, nextAt: "2026-11-21 12:01:00" });
    expect(trying.message.state).toBe("PENDING");
  });

  it("tells of the night that is over, and claims none where it may have been held", async () => {
    const evening = new Date("2026-11-20T09:30:00Z");
    const morning = new Date("2026-11-20T18:00:05Z");
    const sent = async (body: string, to = newMobile()) => {
      const id = await sentMessage(account.accountId, to, evening, { body });
      await db().prisma.carrierSubmission.updateMany({
        where: { messageId: id },
        data: { submittedAt: morning },
      });
      return read(id);
    };
    const plain = await sent("Kia ora");
    expect(plain.timeline.slice(1)).toMatchObject([
      { kind: "night", until: "2026-11-21 07:00:00" },
      { kind: "sent", at: "2026-11-21 07:00:05" },
    ]);
    expect(kinds(await sent("See example.com"))).toEqual(["accepted", "sent"]);
    expect(kinds(await sent("G'day", "61412345678"))).toEqual(["accepted", "sent"]);
  });

  it("tells in words why a network did not take it, and why another could not deliver it", async () => {
    const id = await sentMessage(account.accountId, newMobile(), at("11:00:05"));
    const submission = { messageId: id, submittedAt: at("11:00:00"), reference: null };
    await db().prisma.carrierSubmission.update({
      where: { messageId_attempt_part: { messageId: id, attempt: 1, part: 0 } },
      data: { attempt: 2, possibleDuplicate: true },
    });
    await db().prisma.carrierSubmission.create({
      data: { ...submission, attempt: 1, carrier: "north", state: "elsewhere", error: "0x0000000A" },
    });
    const undelivered = {
      reference: id,
      key: newId(),
      code: 2,
      errorCode: "027",
      reportedAt: at("11:00:09"),
    };
    await report(db(), "test", [undelivered], at("11:00:09"));
    expect((await read(id)).timeline.slice(1, 4)).toEqual([
      {
        kind: "attempt",
        at: "2026-11-21 11:00:00",
        carrier: "north",
        outcome: "elsewhere",
        error: "0x0000000A",
        cause: "The network does not allow this sender.",
      },
      { kind: "sent", at: "2026-11-21 11:00:05", carrier: "test", possibleDuplicate: true },
      {
        kind: "report",
        at: "2026-11-21 11:00:09",
        status: "UNDELIV",
        code: 2,
        error: "027",
        cause: "The phone is off or out of reach.",
      },
    ]);
  });

  it("shows administrators what nobody could read of its phone's reports, as it came", async () => {
    const admin = await testAccount();
    await db().prisma.account.update({ where: { id: admin.accountId }, data: { isAdmin: true } });
    const to = newMobile();
    const [id, own] = [
      await sentMessage(admin.accountId, to, at("11:00:00")),
      await sentMessage(account.accountId, to, at("11:00:00")),
    ];
    const news = { kind: "report" as const, msisdn: to, raw: "stat:?", receivedAt: at("11:00:05") };
    await keepUnreadable(db(), "test", [
      news,
      { ...news, receivedAt: at("10:59:59") },
      { ...news, receivedAt: new Date(at("11:00:01").getTime() + 72 * 3_600_000) },
      { ...news, msisdn: newMobile() },
      { ...news, kind: "inbound" },
    ]);
    await keepUnreadable(db(), "another", [news]);
    expect((await read(id, admin)).timeline.slice(2)).toEqual([
      { kind: "unreadable", at: "2026-11-21 11:00:05", carrier: "test", raw: "stat:?" },
    ]);
    expect(kinds(await read(own))).toEqual(["accepted", "sent"]);
  });

  it("tells why a message was blocked", async () => {
    const id = await waiting({}, { invalidNumber: true });
    const page = await read(id);
    expect(page.timeline[1]).toMatchObject({ kind: "ended", status: "BLOCKED", reason: "invalid_number" });
  });

  it("never shows a one-time code", async () => {
    const encryptedBody = Buffer.from("encrypted 482913");
    const id = await waiting({ sendType: "otp", body: "****** is your code", encryptedBody }, {});
    const { text } = await ask(GET, account, { query: { id } });
    expect(text).toContain("****** is your code");
    expect(text).not.toMatch(/482913|encrypted/i);
  });

  it("is nobody else's", async () => {
    const other = await testAccount();
    const theirs = await sentMessage(other.accountId, newMobile(), NOON);
    for (const id of [theirs, newId(), "nonsense"]) {
      expect(await ask(GET, account, { query: { id } })).toMatchObject({
        status: 404,
        body: { code: "not_found" },
      });
    }
    expect(await ask(GET, account, {})).toMatchObject({ status: 400 });
    expect(await call(GET, { method: "GET", query: { id: theirs } })).toMatchObject({ status: 401 });
  });
});

describe("cancelling a message that waits", () => {
  const held = () => waiting({ heldHosts: ["example.com"] }, { dueAt: null });

  it("gives the money back once, and is written down without its text", async () => {
    const before = await books(account.accountId);
    const id = await held();
    const deleted = await ask(cancel, account, { json: { id } });
    expect(deleted).toMatchObject({ status: 200, body: { success: true, givenBack: "0.115" } });
    expect(deleted.body).toEqual(cancelMessageOperation.response.parse(deleted.body));
    const after = await books(account.accountId);
    expect(after.balance).toBe(before.balance);
    expect(after.ledger).toBe(after.balance);
    expect(await ask(cancel, account, { json: { id } })).toMatchObject({
      status: 409,
      body: { code: "conflict" },
    });
    expect((await books(account.accountId)).balance).toBe(before.balance);
    const page = await read(id);
    expect(kinds(page)).toEqual(["accepted", "held", "ended"]);
    expect(page.message).toMatchObject({
      state: "DELETED",
      cancellable: false,
      price: { total: "0.115", givenBackAt: "2026-11-21 12:00:00" },
    });
    const activities = await db().prisma.activity.findMany({ where: { accountId: account.accountId } });
    expect(activities).toMatchObject([
      { action: "message_deleted", details: { message: id, givenBack: "0.115" } },
    ]);
    expect(JSON.stringify(activities)).not.toContain("Hello");
  });

  it("waits for nobody who has the message and wants the account next, as a sweep does", async () => {
    const id = await held();
    await db().transaction(async (tx) => {
      await tx.query(sql`select 1 from message_queue where message_id = ${id}::uuid for update`);
      expect(await ask(cancel, account, { json: { id } })).toMatchObject({ status: 409 });
      await tx.query(sql`select 1 from accounts where id = ${account.accountId} for no key update`);
    });
    expect(await ask(cancel, account, { json: { id } })).toMatchObject({ status: 200 });
  });

  it("leaves alone what is on its way", async () => {
    const id = await sentMessage(account.accountId, newMobile(), NOON);
    expect(await ask(cancel, account, { json: { id } })).toMatchObject({ status: 409 });
    expect((await read(id)).message.state).toBe("PENDING");
  });

  it("is its owner's alone, from a page of ours", async () => {
    const id = await held();
    const other = await testAccount();
    expect(await ask(cancel, other, { json: { id } })).toMatchObject({ status: 404 });
    expect(await ask(cancel, account, { json: { id: "nonsense" } })).toMatchObject({ status: 404 });
    expect(await ask(cancel, account, { json: {} })).toMatchObject({ status: 400 });
    expect(await ask(cancel, account, { json: { id } }, { "sec-fetch-site": "cross-site" })).toMatchObject({
      status: 403,
    });
    const headers = { "sec-fetch-site": "same-origin" };
    expect(await call(cancel, { json: { id }, headers })).toMatchObject({ status: 401 });
    expect((await read(id)).message.state).toBe("HELD");
  });
});
