import { afterEach, beforeAll, describe, expect, it, test } from "vitest";
import {
  type MemberHandset,
  readHandsetOperation,
  writeFromHandsetOperation,
} from "@/lib/contracts/members/handset";
import { encrypt } from "@/lib/crypto/encryption";
import { db } from "@/lib/db/client";
import { env, reloadEnv } from "@/lib/env";
import { newId } from "@/lib/ids";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { listen, newMobile, sentMessage } from "@/tests/support/inbound";
import { ask } from "@/tests/support/member";
import { itByHandlers } from "@/tests/support/server/by-handlers";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { woken } from "@/tests/support/server/woken";

const { GET, POST } = handlersOf("/api/members/handset");

useTestDatabase();
afterEach(reloadEnv);

let account: TestAccount;
let other: TestAccount;
beforeAll(async () => {
  [account, other] = [await testAccount(), await testAccount()];
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** Inserts a message that a handset has received. */
async function arrived(from: TestAccount, msisdn: string, body: string, at: Date, encryptedBody?: Buffer) {
  const id = await sentMessage(from.accountId, msisdn, at, { body });
  const text = { sender: "552", msisdn, body, receivedAt: at };
  await db().prisma.simulatedMessage.create({
    data: {
      reference: newId(),
      clientReference: id,
      ...text,
      ...(encryptedBody ? { encryptedBody: new Uint8Array(encryptedBody) } : {}),
    },
  });
  return id;
}

async function look(number: string, from = account) {
  const { status, body } = await ask<MemberHandset>(GET, from, { query: { number } });
  expect(status).toBe(200);
  expect(body).toEqual(readHandsetOperation.response.parse(body));
  return body;
}

const write = (from: string, body: string, by = account, to = "552") =>
  ask<{ success: true; arrived: boolean }>(POST, by, { json: { from, to, body } });

describe("a phone", () => {
  it("has what it got and what it wrote, newest first, however its number is written", async () => {
    const own = await testAccount();
    await listen(own.accountId);
    const [number, elsewhere] = [newMobile(), newMobile()];
    await arrived(own, elsewhere, "Elsewhere", minutesAgo(20));
    const first = await arrived(own, number, "Kia ora", minutesAgo(10));
    woken.length = 0;
    const { status, body } = await write(number, "Thanks", own);
    expect(status).toBe(200);
    expect(body).toEqual(writeFromHandsetOperation.response.parse(body));
    expect(body.arrived).toBe(true);
    expect(woken).toEqual(["webhooks"]);
    const read = await look(`0${number.slice(2)}`, own);
    expect(read).toMatchObject({ number, others: [elsewhere] });
    expect(read.texts).toMatchObject([
      { direction: "sent", shortcode: "552", text: "Thanks" },
      { id: first, direction: "received", shortcode: "552", text: "Kia ora" },
    ]);
    expect(read.texts).toHaveLength(2);
  });

  it("shows a one-time code as it arrived", async () => {
    const number = newMobile();
    const encrypted = encrypt("Your code is 123456", TEST_SECRET);
    await arrived(account, number, "Your code is ••••••", minutesAgo(5), encrypted);
    expect((await look(number)).texts).toMatchObject([{ text: "Your code is 123456" }]);
  });

  itByHandlers("keeps the latest fifty on its screen", async () => {
    const number = newMobile();
    for (let minute = 51; minute > 0; minute--)
      await arrived(account, number, `${minute}`, minutesAgo(minute));
    const { texts } = await look(number);
    expect(texts).toHaveLength(50);
    expect(texts[0]?.text).toBe("1");
    expect(texts.at(-1)?.text).toBe("50");
  });

  it("shows an account nothing that went between it and another", async () => {
    const number = newMobile();
    await arrived(other, number, "Not yours", minutesAgo(10));
    await write(number, "Nor is this", other);
    expect(await look(number)).toMatchObject({ texts: [] });
    expect((await look(number)).others).not.toContain(number);
    expect((await look(number, other)).texts).toHaveLength(2);
  });

  it("writes only to shortcodes that the account was the last to send to it from, and to its own", async () => {
    const number = newMobile();
    const own = await testAccount();
    await db().prisma.shortcode.create({ data: { number: "3131", ownerId: own.accountId } });
    await arrived(own, number, "First", minutesAgo(10));
    expect(await look(number, own)).toMatchObject({ writesTo: ["552", "3131"] });
    await arrived(other, number, "Last", minutesAgo(5));
    expect(await look(number, own)).toMatchObject({ writesTo: ["3131"] });
    expect(await look(number, other)).toMatchObject({ writesTo: ["552"] });
    expect(await look(newMobile())).toMatchObject({ writesTo: [] });
    expect(await write(number, "STOP", own)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await look(number, own)).texts).toHaveLength(1);
    expect((await look(number, other)).texts).toHaveLength(1);
    expect((await write(number, "Yes", own, "3131")).body).toEqual({ success: true, arrived: true });
  });

  it("says to an administrator that what it wrote went to another account", async () => {
    const number = newMobile();
    const admin = await testAccount({ admin: true });
    await arrived(other, number, "Last", minutesAgo(5));
    expect((await look(number, admin)).writesTo).toEqual(["552", "2190"]);
    expect((await write(number, "Yes", admin)).body).toEqual({ success: true, arrived: false });
    expect((await look(number, other)).texts).toHaveLength(2);
  });
});

test("who writes STOP is blocked", async () => {
  const number = newMobile();
  await arrived(account, number, "Kia ora", minutesAgo(10));
  await write(number, "STOP");
  const where = { accountId: account.accountId, msisdn: number, active: true };
  expect(await db().prisma.blockedNumber.count({ where })).toBe(1);
});

test.each([
  [{ from: "12", to: "552", body: "x" }, "'from' must be a phone number"],
  [{ from: "64211234567", to: "9", body: "x" }, "'to' must be a shortcode of this account"],
  [{ from: "64211234567", to: "552" }, "'body' is required"],
])("a message such as %o is refused", async (json, sentence) => {
  expect(await ask(POST, account, { json })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining(sentence) },
  });
});

it("is not there while messages go to another carrier", async () => {
  Object.assign(env(), { carrier: "another" });
  expect(await ask(GET, account, { query: { number: "64211234567" } })).toMatchObject({ status: 404 });
  expect((await write("64211234567", "x")).status).toBe(404);
});
