import { beforeEach, describe, expect, it, test } from "vitest";
import { POST as balance } from "@/app/gateway/sms/balance/route";
import { readInvitation } from "@/lib/accounts/people/join-account";
import type { ActivityRecord } from "@/lib/contracts/members/activity";
import type { PeopleList } from "@/lib/contracts/members/people/people";
import { hashSecret } from "@/lib/crypto/secrets";
import { db } from "@/lib/db/client";
import { enqueueEmail } from "@/lib/email/enqueue";
import { claimStatement, type LeasedEmail } from "@/lib/email/send-due.sql";
import { readConfirmation } from "@/lib/email-to-sms/senders/confirm-sender";
import { useTestDatabase } from "@/tests/support/database/database";
import { someoneWaits } from "@/tests/support/database/lock-waits";
import { ask, cookieOf } from "@/tests/support/member";
import { addMember, coOwnerOf, invited, personIn } from "@/tests/support/people";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import "@/tests/support/server/send";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: enable } = handlersOf("/api/admin/accounts/enable");
const { GET: listActivity } = handlersOf("/api/members/activity");
const { GET: readMe } = handlersOf("/api/members/me");
const { POST: leave } = handlersOf("/api/members/people/leave");
const { POST: makeOwner } = handlersOf("/api/members/people/owner");
const { POST: remove } = handlersOf("/api/members/people/remove");
const { POST: setRole } = handlersOf("/api/members/people/role");
const { GET: list } = handlersOf("/api/members/people");
const { POST: send } = handlersOf("/api/members/send");
const { POST: changeSettings } = handlersOf("/api/members/settings");
const { POST: addTemplate } = handlersOf("/api/members/templates");

useTestDatabase();

let owner: TestAccount;
beforeEach(async () => {
  owner = await testAccount();
});

const NOT_THERE = { status: 404, body: { error: "This person doesn't belong to the account." } };
const LAST_OWNER = {
  status: 409,
  body: { error: "An account has an owner. Make another person an owner first." },
};
const roleOf = async ({ accountId }: { accountId: number }, personId: number) =>
  (await db().prisma.membership.findFirst({ where: { accountId, personId } }))?.role ?? null;
const opens = async ({ userId, password }: TestAccount) =>
  (await call(balance, { form: { userId, password } })).status === 200;

describe("the people of an account", () => {
  it("are shown with what an owner alone is told, and nobody of another account", async () => {
    const sender = await personIn(owner, "sender");
    await personIn(await testAccount(), "sender");
    const { email } = await invited(owner);
    const seen = await ask<PeopleList>(list, owner, {});
    expect(seen.body.people).toEqual([
      {
        personId: owner.accountId,
        name: "A test",
        email: owner.userId,
        role: "owner",
        isYou: true,
        opensApi: true,
        lastSeen: null,
        secondFactor: false,
      },
      {
        personId: sender.personId,
        name: "Robin",
        email: sender.userId,
        role: "sender",
        isYou: false,
        opensApi: false,
        lastSeen: null,
        secondFactor: false,
      },
    ]);
    expect(seen.body.invitations).toMatchObject([{ email, role: "sender" }]);
    const theirs = await ask<PeopleList>(list, sender, {});
    expect(theirs.body.people.map(({ isYou, secondFactor }) => [isYou, secondFactor])).toEqual([
      [false, null],
      [true, null],
    ]);
    expect(theirs.body.invitations).toEqual([]);
  });

  it("are changed and removed by an owner of their own account alone", async () => {
    const sender = await personIn(owner, "sender");
    const stranger = await testAccount();
    const { personId } = sender;
    for (const [handler, json] of [
      [setRole, { personId, role: "billing" }],
      [remove, { personId }],
      [makeOwner, { personId, password: stranger.password, stay: true }],
    ] as const)
      expect(await ask(handler, stranger, { json })).toMatchObject(NOT_THERE);
    expect(await roleOf(owner, personId)).toBe("sender");
    expect(await ask(setRole, owner, { json: { personId, role: "owner" } })).toMatchObject({ status: 400 });
    expect(await ask(setRole, owner, { json: { personId, role: "billing" } })).toMatchObject({ status: 200 });
    expect(await roleOf(owner, personId)).toBe("billing");
  });

  it("are named by the activity", async () => {
    const sender = await personIn(owner, "sender");
    await ask(addTemplate, sender, { json: { name: "Hello", text: "Hi." } });
    await ask(setRole, owner, { json: { personId: sender.personId, role: "billing" } });
    const { body } = await ask<{ activities: ActivityRecord[] }>(listActivity, owner, {});
    expect(body.activities.map(({ actor, action, details }) => [actor, action, details])).toEqual([
      [owner.userId, "role_changed", { email: sender.userId, role: "billing" }],
      [sender.userId, "template_added", { name: "Hello" }],
    ]);
  });
});

describe("a person who is removed", () => {
  it("is shut out at once, with every session in this account and in no other", async () => {
    const sender = await personIn(owner, "sender");
    const elsewhere = await testAccount();
    await addMember(elsewhere, sender.personId, "sender");
    const [here, there] = [
      await cookieOf(sender),
      await cookieOf({ ...sender, accountId: elsewhere.accountId }),
    ];
    expect(await ask(remove, owner, { json: { personId: sender.personId } })).toMatchObject({ status: 200 });
    expect(await ask(readMe, sender, {}, { cookie: here })).toMatchObject({ status: 401 });
    expect(await ask(readMe, sender, {}, { cookie: there })).toMatchObject({ status: 200 });
    // A person who returns has to sign in again.
    await addMember(owner, sender.personId, "sender");
    expect(await ask(readMe, sender, {}, { cookie: here })).toMatchObject({ status: 401 });
  });

  test.each([
    ["is removed", async (personId: number) => void (await ask(remove, owner, { json: { personId } }))],
    [
      "may only read now",
      async (personId: number) => void (await ask(setRole, owner, { json: { personId, role: "read-only" } })),
    ],
  ])("changes nothing once it waits while the person %s", async (_, meanwhile) => {
    const sender = await personIn(owner, "sender");
    const cookie = await cookieOf(sender);
    let late: ReturnType<typeof ask> | undefined;
    let done: Promise<void> | undefined;
    await db().transaction(async (tx) => {
      await tx.prisma.account.updateMany({ where: { id: owner.accountId }, data: { name: "Locked" } });
      done = meanwhile(sender.personId);
      await someoneWaits();
      late = ask(addTemplate, sender, { json: { name: "Late", text: "Hi." } }, { cookie });
      await expect.poll(waiting).toBe(2);
    });
    await done;
    expect([401, 403]).toContain((await late)?.status);
    expect(await db().prisma.messageTemplate.count({ where: { accountId: owner.accountId } })).toBe(0);
  });
});

/** Returns the number of statements that wait for a lock. */
async function waiting(): Promise<number> {
  const [row] = await db().query<{ count: number }>({
    text: "select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    values: [],
  });
  return row?.count ?? 0;
}

describe("the last owner", () => {
  it("cannot be removed, leave, or have another role", async () => {
    await personIn(owner, "developer");
    const { accountId: personId } = owner;
    expect(await ask(remove, owner, { json: { personId } })).toMatchObject(LAST_OWNER);
    expect(await ask(setRole, owner, { json: { personId, role: "sender" } })).toMatchObject(LAST_OWNER);
    expect(await ask(leave, owner, { json: {} })).toMatchObject(LAST_OWNER);
    expect(await roleOf(owner, personId)).toBe("owner");
  });

  it("is there still when two owners remove each other at once", async () => {
    const other = await coOwnerOf(owner);
    // Both are signed in before the first removal.
    const [cookie, otherCookie] = [await cookieOf(owner), await cookieOf(other)];
    const answers = await Promise.all([
      ask(remove, owner, { json: { personId: other.personId } }, { cookie }),
      ask(remove, other, { json: { personId: owner.accountId } }, { cookie: otherCookie }),
    ]);
    // The second request comes from a person who is removed already.
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const { accountId } = owner;
    expect(await db().prisma.membership.count({ where: { accountId, role: "owner" } })).toBe(1);
  });

  it("is there still when two owners leave at once", async () => {
    const other = await coOwnerOf(owner);
    const cookies = [await cookieOf(owner), await cookieOf(other)];
    const answers = await Promise.all(cookies.map((cookie) => ask(leave, owner, { json: {} }, { cookie })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("an account that changes hands", () => {
  it("takes the owner's password, and keeps the former one as a developer", async () => {
    const heir = await personIn(owner, "sender");
    const json = { personId: heir.personId, stay: false };
    expect(await ask(makeOwner, owner, { json: { ...json, password: "wrong password" } })).toMatchObject({
      status: 401,
    });
    expect(await roleOf(owner, heir.personId)).toBe("sender");
    expect(await ask(makeOwner, owner, { json: { ...json, password: owner.password } })).toMatchObject({
      status: 200,
    });
    expect([await roleOf(owner, heir.personId), await roleOf(owner, owner.accountId)]).toEqual([
      "owner",
      "developer",
    ]);
    expect(await ask(remove, heir, { json: { personId: owner.accountId } })).toMatchObject({ status: 200 });
    expect(await roleOf(owner, owner.accountId)).toBeNull();
  });

  it("takes the former owner's password on the API no more", async () => {
    const heir = await personIn(owner, "sender");
    expect(await opens(owner)).toBe(true);
    const json = { personId: heir.personId, password: owner.password };
    await ask(makeOwner, owner, { json: { ...json, stay: true } });
    expect(await opens(owner)).toBe(true);
    await ask(setRole, heir, { json: { personId: owner.accountId, role: "developer" } });
    expect([await opens(owner), await opens(heir)]).toEqual([false, false]);
    expect(await ask(changeSettings, heir, { json: { passwordOnApi: true } })).toMatchObject({ status: 409 });
    expect(await opens(owner)).toBe(false);
  });

  it("may be taken over by somebody who has an account already", async () => {
    const other = await testAccount();
    await addMember(owner, other.accountId, "sender");
    const json = { personId: other.accountId, password: owner.password, stay: false };
    expect(await ask(makeOwner, owner, { json })).toMatchObject({ status: 200 });
    expect([await roleOf(owner, other.accountId), await roleOf(other, other.accountId)]).toEqual([
      "owner",
      "owner",
    ]);
    // Credentials of one account open that account only.
    expect(await opens(other)).toBe(true);
  });
});

describe("leaving", () => {
  it("goes on in another account of the person, or signs out", async () => {
    const sender = await personIn(owner, "sender");
    const cookie = await cookieOf(sender);
    const other = await testAccount({ name: "Elsewhere" });
    await addMember(other, sender.personId, "billing");
    const json = {};
    expect(await ask(leave, sender, { json }, { cookie })).toMatchObject({ body: { isSignedOut: false } });
    expect(await ask(readMe, sender, {}, { cookie })).toMatchObject({
      body: { name: "Elsewhere", role: "billing", accounts: [{ name: "Elsewhere" }] },
    });
    expect(await ask(leave, sender, { json }, { cookie })).toMatchObject({ body: { isSignedOut: true } });
    expect(await ask(readMe, sender, {}, { cookie })).toMatchObject({ status: 401 });
  });
});

it("ends for all its people when the account is disabled, and for good", async () => {
  const boss = await testAccount({ admin: true });
  const sender = await personIn(owner, "sender");
  const cookie = await cookieOf(sender);
  const { accountId } = owner;
  const { token } = await invited(owner);
  const link = { tokenHash: new Uint8Array(hashSecret(token)), tokenEndsAt: new Date(Date.now() + 60_000) };
  await db().prisma.emailSender.create({
    data: { accountId, sender: "robin@disabled.example", addedAt: new Date(), ...link },
  });
  for (const enabled of [false, true]) {
    expect(await ask(enable, boss, { json: { accountId, enabled } })).toMatchObject({ status: 200 });
    expect(await ask(readMe, sender, {}, { cookie })).toMatchObject({ status: 401 });
    expect(await readInvitation(db(), token, new Date())).toBeNull();
    expect(await readConfirmation(db(), token, new Date())).toBeNull();
  }
  expect(await ask(readMe, sender, {})).toMatchObject({ status: 200 });
});

it("writes to its owners once who opened it is none, and of a password to its person alone", async () => {
  const heir = await personIn(owner, "sender");
  await ask(makeOwner, owner, {
    json: { personId: heir.personId, password: owner.password, stay: false },
  });
  const { accountId } = owner;
  await db().prisma.email.deleteMany({});
  for (const kind of ["low_balance", "forwarded_text", "password_changed"] as const)
    await enqueueEmail(db(), { accountId, kind, details: {} }, new Date());
  const claimed = await db().query<LeasedEmail>(claimStatement(new Date(Date.now() + 1_000), new Date(), 10));
  expect(Object.fromEntries(claimed.map(({ kind, to }) => [kind, to]))).toEqual({
    low_balance: [heir.userId],
    forwarded_text: [heir.userId],
    password_changed: [owner.userId],
  });
});

it("sends from no other account than the page shows", async () => {
  const other = await testAccount();
  await addMember(other, owner.accountId, "sender");
  const json = { to: ["64211234567"], body: "Hello", messageClass: "transactional" };
  const headers = { "x-gateway-account": String(other.accountId) };
  expect(await ask(send, owner, { json }, headers)).toMatchObject({ status: 409 });
  expect(await db().prisma.message.count()).toBe(0);
});
