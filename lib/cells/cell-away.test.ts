import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { POST as issueToken } from "@/app/gateway/auth/token/route";
import { POST as send } from "@/app/gateway/sms/out/route";
import { GET as readyz } from "@/app/readyz/route";
import { createApiKey } from "@/lib/auth/keys/create-api-key";
import { addCell } from "@/lib/cells/manage/add-cell";
import { inspectCell } from "@/lib/cells/manage/inspect-cell";
import { cellDatabase } from "@/lib/db/cells/cells";
import { closeDb, db } from "@/lib/db/client";
import { reloadEnv } from "@/lib/env";
import { startLocalJobs } from "@/lib/jobs/local";
import { startHandOver } from "@/lib/messages/hand-over/local-hand-over";
import type { EmbeddedPostgres } from "@/server/postgres/embedded-postgres";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask, cookieOf } from "@/tests/support/member";
import { call, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { MOBILE } from "@/tests/support/server/send";
import { startThrowawayPostgres } from "@/tests/support/server/server";

const { GET: health } = handlersOf("/api/admin/health");
const { GET: me } = handlersOf("/api/members/me");

useTestDatabase();

let postgres: EmbeddedPostgres;
let stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  postgres = await startThrowawayPostgres({ inMemory: true });
  const own = { CELLS: JSON.stringify({ 2: postgres.url() }), SIMULATOR_DELAY_MS: "0" };
  // The tests must pass at night as well.
  Object.assign(process.env, own, { NIGHT_START: "00:00", NIGHT_END: "00:00" });
  reloadEnv();
  await addCell({ home: db(), cell: cellDatabase(db(), 2) }, postgres.url(), new Date());
  stops = [startHandOver(), startLocalJobs()];
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await closeDb();
  await postgres.stop();
});

/** Kills the cell's server, as in a crash. The postmaster is the parent of the process behind a connection. */
async function killCell(): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url("postgres") });
  client.on("error", () => {});
  await client.connect();
  // A throwaway server does not sync its commits.
  await client.query("checkpoint");
  const { rows } = await client.query(
    "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid",
  );
  process.kill(rows[0].pid, "SIGKILL");
  await client.end().catch(() => {});
}

const message = { to: MOBILE, body: "Kia ora", messageClass: "transactional" };

async function tokenOf({ accountId }: TestAccount): Promise<string> {
  const cell = cellDatabase(db(), accountId > 40_000_000 ? 2 : 1);
  const key = await createApiKey(cell, accountId, { name: "A key", expiresAt: null }, new Date());
  const json = { grant_type: "client_credentials", client_id: key.clientId, client_secret: key.clientSecret };
  return (await call<{ access_token: string }>(issueToken, { json })).body.access_token;
}

it("answers 503 alone while its server is down, and comes back by itself", async () => {
  const home = await testAccount();
  const away = await testAccount({}, cellDatabase(db(), 2));
  const tokens = { home: await tokenOf(home), away: await tokenOf(away) };
  const cookies = { home: await cookieOf(home), away: await cookieOf(away) };
  const sendBy = (token: string) =>
    call<{ message_id: string; code?: string }>(send, {
      json: message,
      headers: { authorization: `Bearer ${token}` },
    });
  const statusesOf = async ({ accountId }: TestAccount) =>
    (await messagesOf(accountId)).map(({ status }) => status);
  expect((await sendBy(tokens.away)).status).toBe(200);
  await expect.poll(() => statusesOf(away), { timeout: 30_000 }).toEqual(["DELIVRD"]);

  await killCell();
  // A connection that is lost during the request gives 500: the outcome of the send is unknown.
  let refused = await sendBy(tokens.away);
  const again = async () => {
    refused = await sendBy(tokens.away);
    return refused.status;
  };
  await expect.poll(again, { timeout: 30_000, interval: 100 }).toBe(503);
  expect(refused.body).toMatchObject({ success: false, code: "unavailable" });
  expect(refused.headers.get("retry-after")).toBeTruthy();
  const { userId, password } = away;
  const byPassword = async () => (await call(send, { json: { userId, password, ...message } })).status;
  await expect.poll(byPassword, { timeout: 30_000, interval: 100 }).toBe(503);
  expect((await ask(me, away, {}, { cookie: cookies.away })).status).toBe(503);
  expect(await inspectCell(cellDatabase(db(), 2), postgres.url(), db())).toMatchObject({
    answers: false,
    problem: expect.stringMatching(/\S/),
  });

  const administrator = await testAccount({ admin: true });
  expect((await ask(health, administrator, {})).body).toMatchObject({ cells: [{ cell: 2, state: "away" }] });

  // The sends, pages and jobs of the other cell go on meanwhile.
  for (let sends = 1; sends <= 3; sends++) expect((await sendBy(tokens.home)).status).toBe(200);
  await expect.poll(() => statusesOf(home), { timeout: 30_000 }).toEqual(Array(3).fill("DELIVRD"));
  expect((await ask(me, home, {}, { cookie: cookies.home })).status).toBe(200);
  expect((await call(readyz, { method: "GET" })).status).toBe(200);

  void postgres.supervise().catch(() => {});
  await expect
    .poll(async () => (await sendBy(tokens.away)).status, { timeout: 60_000, interval: 250 })
    .toBe(200);
  await expect.poll(() => statusesOf(away), { timeout: 30_000 }).toEqual(["DELIVRD", "DELIVRD"]);
  expect((await ask(health, administrator, {})).body).toMatchObject({
    cells: [{ cell: 2, state: "answers" }],
  });
});
