import { TOTP } from "otpauth";
import { beforeEach, describe, expect, it, test } from "vitest";
import { POST as balance } from "@/app/gateway/sms/balance/route";
import { INVITATIONS_ALLOWED_A_DAY, INVITED_ALLOWED_A_DAY } from "@/lib/auth/limits/auth-failures";
import { beginFactor, confirmFactor } from "@/lib/auth/second-factor/second-factor";
import { MAX_ACCOUNTS } from "@/lib/auth/sessions/record-personal";
import { signIn } from "@/lib/auth/sign-in";
import { MAX_PEOPLE } from "@/lib/contracts/members/people/people";
import { db } from "@/lib/db/client";
import { sendDueEmails } from "@/lib/email/send-due";
import { newId } from "@/lib/ids";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { startSmtpServer } from "@/tests/support/mail/smtp-server";
import { ask } from "@/tests/support/member";
import { addMember, invited, personIn } from "@/tests/support/people";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET: readMe } = handlersOf("/api/members/me");
const { POST: resend } = handlersOf("/api/members/people/invite/resend");
const { POST: invite } = handlersOf("/api/members/people/invite");
const { POST: withdraw } = handlersOf("/api/members/people/invite/withdraw");
const { POST: join } = handlersOf("/api/members/people/join");

useTestDatabase();

let owner: TestAccount;
beforeEach(async () => {
  owner = await testAccount({ name: "Harbour Books" });
});

const PASSWORD = "a brand new password";
const own = { "sec-fetch-site": "same-origin" };
const NO_LINK = {
  status: 400,
  body: { error: "This invitation has expired, or was withdrawn or used. Ask for another one." },
};
const asNew = (token: string, password = PASSWORD) =>
  call(join, { json: { token, name: "Robin", password }, headers: own });
const asKnown = (token: string, password: string, code?: string) =>
  call(join, { json: { token, password, ...(code === undefined ? {} : { code }) }, headers: own });
const enter = (email: string, password: string) =>
  signIn(
    db(),
    { email, password, code: undefined },
    { address: "203.0.113.7", browser: "", authSecret: TEST_SECRET },
    new Date(),
  );
const members = (accountId: number) =>
  db().prisma.membership.findMany({ where: { accountId }, orderBy: { createdAt: "asc" } });

describe("an invitation", () => {
  it("comes by an email that says who invites, with a link that is nowhere else", async () => {
    await db().prisma.account.update({
      where: { id: owner.accountId },
      data: { name: `Win at www.casino.example! ${"x".repeat(60)}`, noticeEmails: ["office@example.com"] },
    });
    const json = { email: " Robin@Example.com ".trim(), role: "sender" };
    expect(await ask(invite, owner, { json })).toMatchObject({ status: 200 });
    const server = await startSmtpServer();
    const settings = { smtpUrl: server.url, smtpFrom: "sms@example.com", authSecret: TEST_SECRET };
    const sent = { ...settings, appUrl: "https://sms.example.com", showsUnsent: false };
    expect(await sendDueEmails(db(), sent, new Date())).toMatchObject({ sent: 1 });
    const text = server.mails[0]?.text ?? "";
    const recipients = server.commands.filter((line) => line.startsWith("RCPT")).join();
    expect(recipients).toContain("robin@example.com");
    expect(recipients).not.toContain("office@example.com");
    expect(text).toContain("with the role sender");
    expect(text).not.toContain("casino.example");
    const token = /https:\/\/sms\.example\.com\/join\?token=(\S+)/.exec(text)?.[1] ?? "";
    const stored = JSON.stringify([
      await db().prisma.email.findMany(),
      (await db().prisma.invitation.findMany()).map(({ tokenHash, ...row }) => [
        row,
        Buffer.from(tokenHash).toString("utf8"),
      ]),
    ]);
    expect(stored).not.toContain(token);
    expect(await asNew(token)).toMatchObject({ status: 200 });
    expect(await enter("robin@example.com", PASSWORD)).toMatchObject({ personId: expect.any(Number) });
  });

  it("is for nobody who is there or invited already, and for no owner", async () => {
    const there = await personIn(owner, "billing");
    const { email } = await invited(owner);
    const refused = async (json: object) => (await ask(invite, owner, { json })).status;
    expect(await refused({ email: there.userId.toUpperCase(), role: "sender" })).toBe(409);
    expect(await refused({ email, role: "sender" })).toBe(409);
    expect(await refused({ email: "new@example.com", role: "owner" })).toBe(400);
    expect(await refused({ email: "nobody", role: "sender" })).toBe(400);
  });

  it("has room among fifty people and invitations, those that are over not counted", async () => {
    await invited(owner, { expiresAt: new Date(Date.now() - 1) });
    for (let count = 0; count < MAX_PEOPLE - 2; count++) await invited(owner);
    const one = () => ask(invite, owner, { json: { email: `${newId()}@example.com`, role: "sender" } });
    const answers = await Promise.all([one(), one()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("is sent to one address five times a day, whoever asks", async () => {
    const statuses: number[] = [];
    for (let count = 0; count <= INVITED_ALLOWED_A_DAY; count++) {
      const json = { email: "often@example.com", role: "sender" };
      statuses.push((await ask(invite, await testAccount(), { json })).status);
    }
    expect(statuses).toEqual([...Array(INVITED_ALLOWED_A_DAY).fill(200), 429]);
  });

  it("counts where its email is sent, and not where it is refused", async () => {
    const ofAccount: number[] = [];
    const json = { email: `${newId()}@example.com`, role: "sender" };
    for (let count = 0; count < INVITED_ALLOWED_A_DAY; count++)
      ofAccount.push((await ask(invite, owner, { json })).status);
    expect(ofAccount).toEqual([200, ...Array(INVITED_ALLOWED_A_DAY - 1).fill(409)]);
    const where = { accountId: owner.accountId };
    const { id } = await db().prisma.invitation.findFirstOrThrow({ where });
    expect(await ask(resend, owner, { json: { id } })).toMatchObject({ status: 409 });
    await db().prisma.invitation.updateMany({ where, data: { sentAt: new Date(0) } });
    expect(await ask(resend, owner, { json: { id } })).toMatchObject({ status: 200 });
  });

  it("of an account does not count where the address has had too many", async () => {
    const json = { email: `${newId()}@example.com`, role: "sender" };
    for (let count = 0; count < INVITED_ALLOWED_A_DAY; count++)
      await ask(invite, await testAccount(), { json });
    for (let count = 0; count < INVITATIONS_ALLOWED_A_DAY; count++)
      expect(await ask(invite, owner, { json })).toMatchObject({ status: 429 });
    const another = { email: `${newId()}@example.com`, role: "sender" };
    expect(await ask(invite, owner, { json: another })).toMatchObject({ status: 200 });
  });

  it("is sent again with another link, and taken back, by its own account alone", async () => {
    const { id, token } = await invited(owner);
    const stranger = await testAccount();
    expect(await ask(resend, stranger, { json: { id } })).toMatchObject({ status: 404 });
    expect(await ask(withdraw, stranger, { json: { id } })).toMatchObject({ status: 404 });
    expect(await ask(resend, owner, { json: { id } })).toMatchObject({ status: 200 });
    expect(await ask(resend, owner, { json: { id } })).toMatchObject({ status: 409 });
    expect(await asNew(token)).toMatchObject(NO_LINK);
    expect(await db().prisma.email.count({ where: { accountId: owner.accountId } })).toBe(1);
    expect(await ask(withdraw, owner, { json: { id } })).toMatchObject({ status: 200 });
    expect(await ask(withdraw, owner, { json: { id } })).toMatchObject({ status: 404 });
  });
});

describe("the answer of somebody new", () => {
  it("makes a sign-in without an account of its own, which the API does not take", async () => {
    const { token, email } = await invited(owner, { role: "developer" });
    expect(await asNew(token)).toMatchObject({ status: 200, body: { success: true } });
    expect(await members(owner.accountId)).toMatchObject([{ role: "owner" }, { role: "developer" }]);
    const { personId } = await enter(email, PASSWORD);
    const person = await db().prisma.account.findUniqueOrThrow({ where: { id: personId } });
    expect(person).toMatchObject({ name: "Robin", hasAccount: false, isAdmin: false, balanceMicros: 0n });
    expect(await call(balance, { form: { userId: email, password: PASSWORD } })).toMatchObject({
      status: 401,
    });
    await expect(
      db().prisma.account.update({ where: { id: personId }, data: { passwordOnApi: true } }),
    ).rejects.toThrow();
  });

  test.each([
    ["a second time", async ({ token }: { token: string }) => void (await asNew(token))],
    [
      "once it was withdrawn",
      async ({ id }: { id: string }) => void (await ask(withdraw, owner, { json: { id } })),
    ],
    [
      "once its account is disabled",
      async () =>
        void (await db().prisma.account.update({
          where: { id: owner.accountId },
          data: { status: "disabled" },
        })),
    ],
    [
      "after seven days",
      async ({ id }: { id: string }) =>
        void (await db().prisma.invitation.updateMany({ where: { id }, data: { expiresAt: new Date(0) } })),
    ],
  ])("opens nothing %s", async (_, first) => {
    const made = await invited(owner);
    await first(made);
    const before = await members(owner.accountId);
    expect(await asNew(made.token, "another password")).toMatchObject(NO_LINK);
    expect(await members(owner.accountId)).toEqual(before);
  });

  it("works once, however often it is sent at once", async () => {
    const { token } = await invited(owner);
    const answers = await Promise.all([asNew(token), asNew(token), asNew(token)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await members(owner.accountId)).toHaveLength(2);
  });

  it("is the same and does nothing where the address signs in already", async () => {
    const known = await testAccount();
    const { token } = await invited(owner, { email: known.userId });
    const fresh = await invited(owner);
    const [theirs, other] = [await asNew(token), await asNew(fresh.token)];
    expect([theirs.status, theirs.text]).toEqual([other.status, other.text]);
    expect([...theirs.headers.keys()].sort()).toEqual([...other.headers.keys()].sort());
    await expect(enter(known.userId, PASSWORD)).rejects.toMatchObject({ code: "invalid_credentials" });
    expect(await db().prisma.membership.count({ where: { personId: known.accountId } })).toBe(1);
    expect(await asKnown(token, known.password)).toMatchObject({ status: 200 });
  });

  it("needs a password that is long enough", async () => {
    const { token } = await invited(owner);
    expect(await asNew(token, "short")).toMatchObject({ status: 400 });
    expect(await members(owner.accountId)).toHaveLength(1);
  });
});

describe("the answer of somebody who signs in already", () => {
  it("is signed in to the account that invites, and still has the own one", async () => {
    const known = await testAccount({ name: "Own" });
    const { token } = await invited(owner, { email: known.userId, role: "billing" });
    expect(await asKnown(token, "a wrong password")).toMatchObject({ status: 401 });
    const answer = await asKnown(token, known.password);
    const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect(await ask(readMe, known, {}, { cookie })).toMatchObject({
      body: {
        name: "Harbour Books",
        role: "billing",
        accounts: [{ name: "Harbour Books" }, { name: "Own" }],
      },
    });
    expect(await asKnown(token, known.password)).toMatchObject(NO_LINK);
  });

  it("leads into no more than fifty accounts, however many are accepted at once", async () => {
    const known = await testAccount();
    for (let count = 2; count < MAX_ACCOUNTS; count++)
      await addMember(await testAccount(), known.accountId, "sender");
    const tokens: string[] = [];
    for (const account of [owner, await testAccount()])
      tokens.push((await invited(account, { email: known.userId })).token);
    const answers = await Promise.all(tokens.map((token) => asKnown(token, known.password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await db().prisma.membership.count({ where: { personId: known.accountId } })).toBe(MAX_ACCOUNTS);
  });

  it("needs their second factor, and a wrong code joins nothing", async () => {
    const known = await testAccount();
    const given = { accountId: known.accountId, email: known.userId };
    const { secret } = await beginFactor(db(), given, TEST_SECRET);
    const code = (ms = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + ms });
    await db().transaction((tx) =>
      confirmFactor(tx, given, { code: code(), authSecret: TEST_SECRET }, new Date()),
    );
    const { token } = await invited(owner, { email: known.userId });
    expect(await asKnown(token, known.password)).toMatchObject({
      body: { code: "second_factor_required" },
    });
    expect(await asKnown(token, known.password, "000000")).toMatchObject({
      body: { code: "second_factor_required" },
    });
    expect(await members(owner.accountId)).toHaveLength(1);
    expect(await asKnown(token, known.password, code(30_000))).toMatchObject({ status: 200 });
    expect(await members(owner.accountId)).toHaveLength(2);
  });

  it("takes nobody's password but that of the address that was invited", async () => {
    const thief = await testAccount();
    const { token } = await invited(owner);
    expect(await asKnown(token, thief.password)).toMatchObject({ status: 401 });
    expect(await members(owner.accountId)).toHaveLength(1);
  });
});

it("tells somebody who belongs to no account any more so, once they have proved who they are", async () => {
  const sender = await personIn(owner, "sender");
  await db().prisma.membership.deleteMany({ where: { personId: sender.personId } });
  await expect(enter(sender.userId, "a wrong password")).rejects.toMatchObject({
    code: "invalid_credentials",
  });
  await expect(enter(sender.userId, sender.password)).rejects.toMatchObject({ code: "forbidden" });
});
