import { beforeEach, describe, expect, it, test } from "vitest";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { useTestDatabase } from "@/tests/support/database/database";
import { someoneWaits } from "@/tests/support/database/lock-waits";
import { ask, cookieOf } from "@/tests/support/member";
import { type Handler, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import "@/tests/support/server/send";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: createKey } = handlersOf("/api/members/api-keys");
const { POST: addAlert } = handlersOf("/api/members/billing/alerts");
const { POST: changePassword } = handlersOf("/api/members/password");
const { POST: begin } = handlersOf("/api/members/second-factor/begin");
const { POST: send } = handlersOf("/api/members/send");
const { POST: changeSettings } = handlersOf("/api/members/settings");

useTestDatabase();

let account: TestAccount;
beforeEach(async () => {
  account = await testAccount();
});

const ENDED = { status: 401, body: { error: "Your session has ended. Sign in again." } };

const everything = async () => {
  const { accountId } = account;
  const { sessionVersion: _version, ...kept } = await db().prisma.account.findUniqueOrThrow({
    where: { id: accountId },
  });
  const [keys, lines] = [
    await db().prisma.apiKey.count({ where: { accountId } }),
    await db().prisma.activity.count({ where: { accountId } }),
  ];
  return { ...kept, keys, lines };
};

const endSessions = () =>
  sql`update accounts set session_version = session_version + 1 where id = ${account.accountId}`;

describe("a session that a new password ends while its request is worked on", () => {
  const CHANGES: [string, Handler, () => object][] = [
    ["makes no API key", createKey, () => ({ name: "a thief's" })],
    ["changes no settings", changeSettings, () => ({ name: "Changed" })],
    ["adds no alert", addAlert, () => ({ kind: "day", amount: "5.00" })],
    [
      "sets no password",
      changePassword,
      () => ({ present: account.password, next: "the thief's own choice" }),
    ],
    ["begins no second factor", begin, () => ({ password: account.password })],
  ];
  test.each(CHANGES)("%s", async (_name, handler, json) => {
    const before = await everything();
    const cookie = await cookieOf(account);
    let answer: ReturnType<typeof ask> | undefined;
    await db().transaction(async (tx) => {
      await tx.query(endSessions());
      answer = ask(handler, account, { json: json() }, { cookie });
      await someoneWaits();
    });
    expect(await answer).toMatchObject(ENDED);
    expect(await everything()).toEqual(before);
  });

  it("sends nothing, when it ends before the body has come", async () => {
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          await db().query(endSessions());
          const json = { to: ["64211234567"], body: "Hello", messageClass: "transactional", key: newId() };
          controller.enqueue(new TextEncoder().encode(JSON.stringify(json)));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const headers = {
      cookie: await cookieOf(account),
      "sec-fetch-site": "same-origin",
      "content-type": "application/json",
      "x-forwarded-for": "203.0.113.7",
    };
    const request = new Request("http://gateway.test/api/members/send", {
      method: "POST",
      headers,
      body,
      duplex: "half",
    } as RequestInit);
    expect((await send(request)).status).toBe(401);
    expect(await db().prisma.message.count({ where: { accountId: account.accountId } })).toBe(0);
  });
});
