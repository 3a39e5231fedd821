import { encode } from "next-auth/jwt";
import { beforeAll, describe, expect, it } from "vitest";
import { authOptions } from "@/app/api/auth/auth-options";
import { POST as issueToken } from "@/app/gateway/auth/token/route";
import { POST as balance } from "@/app/gateway/sms/balance/route";
import { POST as send } from "@/app/gateway/sms/out/route";
import { POST as status } from "@/app/gateway/sms/status/query/route";
import { databaseOfCredential } from "@/lib/auth/directory/credentials";
import { databaseOfEmail } from "@/lib/auth/directory/directory";
import { addKey } from "@/lib/auth/keys/api-keys";
import { cellMark } from "@/lib/cell-numbers";
import { decrypt } from "@/lib/crypto/encryption";
import { hashSecret } from "@/lib/crypto/secrets";
import { closeDb, db } from "@/lib/db/client";
import { reloadEnv } from "@/lib/env";
import { sessionCookie } from "@/lib/http/sessions/session-cookie";
import { receiveInAnyCell } from "@/lib/inbound/cells/receive-in-any-cell";
import { reportInAnyCell } from "@/lib/messages/dispatch/cells/report-in-any-cell";
import { openCell, useTestCells } from "@/tests/support/database/cells";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { carrierInbound, newMobile, sentMessage } from "@/tests/support/inbound";
import { ask } from "@/tests/support/member";
import { moveAccount } from "@/tests/support/moves/cells-of-test";
import { call, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { MOBILE } from "@/tests/support/server/send";

const { GET: me } = handlersOf("/api/members/me");
const { POST: resetPassword } = handlersOf("/api/members/password/reset");
const { POST: invite } = handlersOf("/api/members/people/invite");
const { POST: joinByLink } = handlersOf("/api/members/people/join");
const { POST: changeSettings } = handlersOf("/api/members/settings");

useTestCells();

process.env.NIGHT_START = "00:00";
process.env.NIGHT_END = "00:00";

async function signIn({ userId: email, password }: TestAccount): Promise<string> {
  const [provider] = authOptions().providers as unknown as [
    { options: { authorize(given: object, request: object): Promise<object> } },
  ];
  const claims = await provider.options.authorize({ email, password }, { headers: {} });
  return `${sessionCookie()}=${await encode({ token: claims as never, secret: TEST_SECRET })}`;
}

const NOW = new Date();
const PAGE = { "sec-fetch-site": "same-origin" };
const message = { to: MOBILE, body: "Kia ora", messageClass: "transactional" };

/** Creates all credentials of an account, in the cell where the account is. */
async function credentialsOf(account: TestAccount, cell: number) {
  const own = openCell(cell);
  const { accountId } = account;
  const { key, clientSecret } = await addKey(own, accountId, { name: "A key", expiresAt: null }, NOW);
  const given = { grant_type: "client_credentials", client_id: key.clientId, client_secret: clientSecret };
  const issued = await call<{ access_token: string }>(issueToken, { json: given });
  expect(issued.status).toBe(200);
  const cookie = await signIn(account);
  const email = `guest-of-${cell}@example.com`;
  expect((await ask(invite, account, { json: { email, role: "developer" } }, { cookie })).status).toBe(200);
  const { details } = await own.prisma.email.findFirstOrThrow({
    where: { accountId, kind: "invitation" },
    orderBy: { createdAt: "desc" },
  });
  const { encrypted } = details as { encrypted: string };
  const invitation = JSON.parse(decrypt(Buffer.from(encrypted, "base64"), TEST_SECRET)).token as string;
  const reset = `${cellMark(cell)}a-token-for-a-new-password-${cell}`;
  const expiresAt = new Date(NOW.getTime() + 3_600_000);
  await own.prisma.passwordReset.create({
    data: { tokenHash: new Uint8Array(hashSecret(reset)), accountId, createdAt: NOW, expiresAt },
  });
  const sent = await call<{ message_id: string }>(send, {
    json: message,
    headers: { authorization: `Bearer ${issued.body.access_token}`, "idempotency-key": `key-${cell}` },
  });
  return {
    given,
    token: issued.body.access_token,
    cookie,
    invitation,
    reset,
    sent: sent.body.message_id,
    cell,
  };
}

let account: TestAccount;
let all: Awaited<ReturnType<typeof credentialsOf>>[];

const move = (to: number) => moveAccount(account.userId, to, { together: true });

beforeAll(async () => {
  account = await testAccount();
  all = [await credentialsOf(account, 1)];
  await move(2);
  all.push(await credentialsOf(account, 2));
  await move(3);
});

describe("after two moves, what was made before either of them", () => {
  it.each([0, 1])("proves the account: tokens, keys, passwords, sessions and links (%i)", async (index) => {
    const own = all[index] as (typeof all)[number];
    const headers = { authorization: `Bearer ${own.token}` };
    expect((await call(balance, { headers })).status).toBe(200);
    const json = { userId: account.userId, password: account.password };
    expect((await call(balance, { json })).status).toBe(200);
    const issued = await call<{ access_token: string }>(issueToken, { json: own.given });
    expect(issued).toMatchObject({ status: 200, body: { access_token: expect.stringMatching(/^3\./) } });
    const asked = await call(status, { json: { message_id: own.sent }, headers });
    expect(asked).toMatchObject({ status: 200, text: expect.stringContaining(own.sent) });
    const repeated = await call(send, {
      json: message,
      headers: { ...headers, "idempotency-key": `key-${own.cell}` },
    });
    expect(repeated).toMatchObject({ status: 200, body: { message_id: own.sent } });
    const read = await ask(me, account, {}, { cookie: own.cookie });
    expect(read).toMatchObject({ status: 200, body: { accountId: account.accountId } });
    const changed = await ask(
      changeSettings,
      account,
      { json: { name: `${index}` } },
      { cookie: own.cookie },
    );
    expect(changed.status).toBe(200);
    const joined = await call(joinByLink, {
      json: { token: own.invitation, name: "Guest", password: "a password of the guest" },
      headers: PAGE,
    });
    expect(joined.status).toBe(200);
  });

  it("is refused where it is nobody's, and the account's address is in one cell", async () => {
    for (const token of ["3.nobody-has-this-one", "2.nobody-has-this-one", "nobody-has-this-one"])
      expect((await call(balance, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
    expect((await databaseOfEmail(db(), account.userId, NOW)).cell).toBe(3);
    expect(await db().prisma.cellAddress.findUnique({ where: { email: account.userId } })).toMatchObject({
      cell: 3,
    });
  });

  it("works while home is away, as far as it did where it was made", async () => {
    const [, { token, cookie }] = all as [unknown, (typeof all)[number]];
    const url = process.env.DATABASE_URL;
    await closeDb();
    process.env.DATABASE_URL = "postgres://nobody@127.0.0.1:1/none";
    reloadEnv();
    try {
      const headers = { authorization: `Bearer ${token}` };
      expect((await call(send, { json: message, headers })).status).toBe(200);
      expect((await ask(me, account, {}, { cookie })).status).toBe(200);
    } finally {
      await closeDb();
      process.env.DATABASE_URL = url;
      reloadEnv();
    }
  });

  it("takes reports and messages in on connections of the cells that it has left", async () => {
    const mobile = newMobile();
    const id = await sentMessage(account.accountId, mobile, new Date(NOW.getTime() - 60_000));
    const report = { reference: id, key: `${id}/1`, code: 1, reportedAt: NOW };
    await reportInAnyCell(openCell(2), "test", [report], NOW);
    expect((await messagesOf(account.accountId)).find((each) => each.id === id)?.status).toBe("DELIVRD");
    await receiveInAnyCell(openCell(1), "test", [carrierInbound({ from: mobile })], NOW);
    expect(await openCell(3).prisma.inboundMessage.count({ where: { msisdn: mobile } })).toBe(1);
  });

  it("opens the link for a new password once, wherever it was made", async () => {
    const [{ reset }] = all as [(typeof all)[number]];
    const password = "another password altogether";
    const set = () => call(resetPassword, { json: { token: reset, password }, headers: PAGE });
    expect((await set()).status).toBe(200);
    expect((await set()).status).not.toBe(200);
    const json = { userId: account.userId, password };
    expect((await call(balance, { json })).status).toBe(200);
  });

  it("comes home again, with all of it", async () => {
    await move(1);
    for (const { given } of all) expect((await call(issueToken, { json: given })).status).toBe(200);
    expect((await databaseOfEmail(db(), account.userId, NOW)).cell).toBe(1);
    expect(await db().prisma.cellAddress.count()).toBe(0);
    expect((await databaseOfCredential(db(), all[1]?.given.client_id ?? "", "test")).cell).toBe(1);
  });

  it("still proves it once a cell that made some of it is taken away", async () => {
    const cells = process.env.CELLS as string;
    for (const cell of [3, 1]) {
      await move(cell);
      process.env.CELLS = JSON.stringify({ 3: JSON.parse(cells)[3] });
      reloadEnv();
      const issued = await call(issueToken, { json: all[1]?.given });
      process.env.CELLS = cells;
      reloadEnv();
      expect([cell, issued.status]).toEqual([cell, 200]);
    }
  });
});
