import { describe, expect, it, test } from "vitest";
import { POST as token } from "@/app/gateway/auth/token/route";
import { POST as balance } from "@/app/gateway/sms/balance/route";
import { createApiKey } from "@/lib/auth/keys/create-api-key";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";
import { cookieOf } from "@/tests/support/member";
import { call, testAccount } from "@/tests/support/server/gateway";
import "@/tests/support/server/send";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: approveDomain } = handlersOf("/api/admin/domains/approve");
const { POST: createKey } = handlersOf("/api/members/api-keys");
const { POST: resetPassword } = handlersOf("/api/members/password/reset");
const { POST: send } = handlersOf("/api/members/send");
const { POST: changeSettings } = handlersOf("/api/members/settings");

useTestDatabase();

/** Returns JSON as bytes, to which `fetch` adds no label of its own. */
const labelled = (label: string | null, json: object) => ({
  raw: new TextEncoder().encode(JSON.stringify(json)),
  headers: (label === null ? {} : { "content-type": label }) as Record<string, string>,
});

const LABELS = [null, "text/plain;charset=UTF-8", "application/x-www-form-urlencoded"];

describe("a JSON body under another label", () => {
  test.each(LABELS)("has the parameters and credentials of an operation: %s", async (label) => {
    const { userId, password, accountId } = await testAccount();
    expect((await call(balance, labelled(label, { userId, password }))).status).toBe(200);
    expect((await call(balance, labelled(label, { userId, password: "wrong" }))).status).toBe(401);
    const key = await createApiKey(db(), accountId, { name: "client", expiresAt: null }, new Date());
    const credentials = { client_id: key.clientId, client_secret: key.clientSecret };
    const { status, body } = await call(token, labelled(label, credentials));
    expect(status).toBe(200);
    const { raw, headers } = labelled(label, { unknown: "x" });
    const authorization = `Bearer ${body.access_token}`;
    expect((await call(balance, { raw, headers: { ...headers, authorization } })).status).toBe(200);
  });

  it.each(LABELS)(
    "is refused by the Members Area and Administration, which have cookies: %s",
    async (label) => {
      const account = await testAccount();
      const { accountId } = account;
      await db().prisma.account.update({ where: { id: accountId }, data: { isAdmin: true } });
      const code = label?.includes("form") ? "invalid_request" : "unsupported_media_type";
      const { raw, headers } = labelled(label, { name: "x", body: "x", accountId });
      const own = { ...headers, cookie: await cookieOf(account), "sec-fetch-site": "same-origin" };
      for (const handler of [send, createKey, changeSettings, resetPassword, approveDomain])
        expect((await call(handler, { raw, headers: own })).body.code).toBe(code);
    },
  );
});
