import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { POST as balance } from "@/app/gateway/sms/balance/route";
import { POST as send } from "@/app/gateway/sms/out/route";
import { createAccount } from "@/lib/accounts/create-account";
import { addKey } from "@/lib/auth/keys/api-keys";
import { issueToken } from "@/lib/auth/keys/issue-token";
import { db } from "@/lib/db/client";
import { OPERATIONS } from "@/lib/jobs/operations";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask, cookieOf } from "@/tests/support/member";
import { call, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { MOBILE } from "@/tests/support/server/send";

const { GET: me } = handlersOf("/api/members/me");

useTestDatabase();

/** The statements of a piece of work. Those that earlier work sends late are not among them. */
const statements = new AsyncLocalStorage<string[]>();
beforeEach(() => {
  const { query } = pg.Client.prototype;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [asked] = given as [string | { text: string }];
    statements.getStore()?.push(typeof asked === "string" ? asked : asked.text);
    return Reflect.apply(query, this, given);
  } as never);
});
afterEach(() => vi.restoreAllMocks());

/** Returns the statements of some work, except those that begin or end transactions or set the planner. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = [];
  await statements.run(asked, work);
  return asked.filter((text) => !/^\s*(begin|commit|set\b)/i.test(text));
}

const OF_CELLS = /cell_addresses|shared_copy|'directory'|lock_rows/;

it("is asked nothing more for a message, an account, a page or the sweep than a service without cells", async () => {
  const account = await testAccount();
  const { accountId, userId, password } = account;
  const now = new Date();
  const { key, clientSecret } = await addKey(db(), accountId, { name: "A key", expiresAt: null }, now);
  const asked = {
    grant_type: "client_credentials" as const,
    client_id: key.clientId,
    client_secret: clientSecret,
  };
  const { access_token } = await issueToken(db(), asked, { address: "203.0.113.7" }, now);
  const headers = { authorization: `Bearer ${access_token}` };
  const message = { to: MOBILE, body: "Kia ora", messageClass: "transactional" };
  const cookie = await cookieOf(account);
  // Fills the caches first.
  for (const json of [message, { userId, password, ...message }]) await call(send, { json, headers });
  await call(balance, { json: { userId, password } });

  const byToken = await statementsOf(() => call(send, { json: message, headers }));
  const byPassword = await statementsOf(() => call(send, { json: { userId, password, ...message } }));
  const page = await statementsOf(() => ask(me, account, {}, { cookie }));
  const given = { email: "new@example.com", password, name: "New" };
  const creation = await statementsOf(() => createAccount(db(), given, now));
  const sweep = await statementsOf(() => OPERATIONS.sweep(now));
  for (const all of [byToken, byPassword, page, creation])
    expect(all.filter((text) => OF_CELLS.test(text))).toEqual([]);
  expect(sweep.filter((text) => /cell_addresses|shared_copy|'directory'/.test(text))).toEqual([]);
  // A send is one statement. A page reads the member and its rows, and creating an account inserts the account and
  // its owner.
  expect([byToken, byPassword, page, creation].map(({ length }) => length)).toEqual([1, 1, 2, 2]);
});
