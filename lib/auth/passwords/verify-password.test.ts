import { describe, expect, it } from "vitest";
import { invalidateCallers } from "@/lib/auth/callers/caller-cache";
import { FAILURE_WINDOW_MS, FAILURES_ALLOWED, KNOWN_FAILURES_ALLOWED } from "@/lib/auth/limits/auth-failures";
import { hashPassword } from "@/lib/auth/passwords/passwords";
import { verifyPassword } from "@/lib/auth/passwords/verify-password";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { useTestDatabase } from "@/tests/support/database/database";
import { recording } from "@/tests/support/database/plans";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const NOW = new Date("2026-11-21T00:00:00Z");
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const WRONG = { status: 401, code: "invalid_credentials" };
const LIMITED = { status: 429, code: "too_many_requests" };

let addresses = 0;
const newAddress = () => `192.0.2.${++addresses}`;

const tryPassword = (account: { userId: string }, password: string, address: string, at = NOW, on = db()) =>
  verifyPassword(on, { email: account.userId, password, address }, at, "api");

/** Sends one wrong password more than an account may have from an address. */
async function exhaust(account: { userId: string }, address: string, at = NOW) {
  for (let count = 0; count < FAILURES_ALLOWED.account; count++)
    await expect(tryPassword(account, `guess ${count}`, address, at)).rejects.toMatchObject(WRONG);
  await expect(tryPassword(account, "one more", address, at)).rejects.toMatchObject(LIMITED);
}

/** Sends one wrong password more than all accounts together may have from an address. */
async function exhaustAddress(address: string, at = NOW) {
  const allowed = FAILURES_ALLOWED.address;
  const tries = Array.from({ length: allowed + 1 }, (_, index) =>
    tryPassword({ userId: `nobody${index}@example.com` }, "guess", address, at),
  );
  const codes = (await Promise.allSettled(tries)).map(
    (one) => one.status === "rejected" && one.reason.status,
  );
  expect(codes.filter((code) => code === 429)).toHaveLength(1);
}

/** Clears the cache of passwords, as at the start of a process. */
function clearPasswordCache() {
  Reflect.deleteProperty(globalThis, "gatewayJudgedPasswords");
}

const failuresOf = async () =>
  Number(
    (await db().query<{ sum: bigint }>(sql`select sum(failures)::bigint as sum from auth_failures`))[0]
      ?.sum ?? 0,
  );

describe("a wrong password that a client repeats", () => {
  it("is counted once, and does not keep the right one out", async () => {
    const account = await testAccount();
    const address = newAddress();
    const before = await failuresOf();
    for (let count = 0; count < 50; count++)
      await expect(tryPassword(account, "a stale one", address)).rejects.toMatchObject(WRONG);
    // One by account and address, and one by address.
    expect((await failuresOf()) - before).toBe(2);
    expect(await tryPassword(account, account.password, address)).toMatchObject({
      accountId: account.accountId,
    });
  });

  it("is right as soon as it has become the account's", async () => {
    const account = await testAccount();
    const address = newAddress();
    await expect(tryPassword(account, "chosen later", address)).rejects.toMatchObject(WRONG);
    const passwordHash = await hashPassword("chosen later");
    await db().prisma.account.update({ where: { id: account.accountId }, data: { passwordHash } });
    expect(await tryPassword(account, "chosen later", address)).toMatchObject({
      accountId: account.accountId,
    });
    await expect(tryPassword(account, account.password, address)).rejects.toMatchObject(WRONG);
  });
});

describe("a right password", () => {
  it("is remembered while it is used, and for half an hour after", async () => {
    const account = await testAccount();
    const address = newAddress();
    const { database, asked } = recording();
    const judged = () => asked.filter(({ text }) => text.includes("insert into auth_failures")).length;
    const use = (minutes: number) =>
      tryPassword(account, account.password, address, later(minutes), database);
    for (let minutes = 0; minutes <= 300; minutes += 29) await use(minutes);
    expect(judged()).toBe(1);
    await use(400);
    expect(judged()).toBe(2);
  });

  it("is judged again after a day, however often it is used", async () => {
    const account = await testAccount();
    const { database, asked } = recording();
    const judged = () => asked.filter(({ text }) => text.includes("insert into auth_failures")).length;
    for (let minutes = 0; minutes <= 24 * 60 + 20; minutes += 20)
      await tryPassword(account, account.password, "192.0.2.250", later(minutes), database);
    expect(judged()).toBe(2);
  });

  it("passes where its account was lately, although that address is over its limits", async () => {
    const [account, stranger] = [await testAccount(), await testAccount()];
    const address = newAddress();
    await tryPassword(account, account.password, address);
    await exhaustAddress(address);
    await expect(tryPassword(stranger, stranger.password, address)).rejects.toMatchObject(LIMITED);
    clearPasswordCache();
    expect(await tryPassword(account, account.password, address)).toMatchObject({
      accountId: account.accountId,
    });
  });

  it("passes there although the account itself is over its limit, until wrong ones fill a budget of their own", async () => {
    const account = await testAccount();
    const address = newAddress();
    await tryPassword(account, account.password, address);
    for (let count = 0; count < FAILURES_ALLOWED.account + KNOWN_FAILURES_ALLOWED.account; count++) {
      if (count === FAILURES_ALLOWED.account + 20) {
        clearPasswordCache();
        expect(await tryPassword(account, account.password, address)).toMatchObject({
          accountId: account.accountId,
        });
      }
      await expect(tryPassword(account, `guess ${count}`, address)).rejects.toMatchObject(WRONG);
    }
    await expect(tryPassword(account, "one more", address)).rejects.toMatchObject(LIMITED);
  });

  it("is no stranger's there: the account must have been at that address in the last 30 days", async () => {
    const account = await testAccount();
    const [home, away] = [newAddress(), newAddress()];
    await tryPassword(account, account.password, home);
    clearPasswordCache();
    await exhaust(account, away);
    await expect(tryPassword(account, account.password, away)).rejects.toMatchObject(LIMITED);
    const month = later(30 * 24 * 60);
    await exhaust(account, home, month);
    await expect(tryPassword(account, account.password, home, month)).rejects.toMatchObject(LIMITED);
  });
});

describe("a limit that is reached", () => {
  it("is remembered by the process: what is refused writes nothing until the window ends", async () => {
    const account = await testAccount();
    const address = newAddress();
    await exhaust(account, address);
    const { database, asked } = recording();
    for (let count = 0; count < 20; count++)
      await expect(tryPassword(account, `more ${count}`, address, later(1), database)).rejects.toMatchObject(
        LIMITED,
      );
    expect(asked.filter(({ text }) => !/^\s*select/.test(text))).toEqual([]);
    const over = new Date(NOW.getTime() + FAILURE_WINDOW_MS);
    expect(await tryPassword(account, account.password, address, over)).toMatchObject({
      accountId: account.accountId,
    });
  });
});

describe("what is refused over a limit", () => {
  it("costs a look or two, and none for the next five seconds, whether or not there is an account", async () => {
    const account = await testAccount();
    const address = newAddress();
    await exhaustAddress(address);
    for (const tried of [account, { userId: "nobody@example.com" }]) {
      const { database, asked } = recording();
      for (let count = 0; count < 20; count++)
        await expect(tryPassword(tried, `more ${count}`, address, NOW, database)).rejects.toMatchObject(
          LIMITED,
        );
      expect(asked.length).toBeLessThanOrEqual(2);
    }
  });

  it("keeps nobody out of the Members Area who is known there, for what the API is closed to", async () => {
    const account = await testAccount();
    const address = newAddress();
    await tryPassword(account, account.password, address);
    clearPasswordCache();
    await exhaustAddress(address);
    await db().prisma.account.update({
      where: { id: account.accountId },
      data: { passwordOnApi: false },
    });
    invalidateCallers(db());
    await expect(tryPassword(account, account.password, address)).rejects.toMatchObject(LIMITED);
    const given = { email: account.userId, password: account.password };
    expect(await verifyPassword(db(), { ...given, address }, NOW, "members")).toMatchObject({
      accountId: account.accountId,
    });
  });
});

describe("an address that an account is known from", () => {
  const known = (accountId: number) => db().prisma.knownAddress.count({ where: { accountId } });

  it("is one of a hundred, of which the least recently used goes", async () => {
    const account = await testAccount();
    const { accountId } = account;
    await db().query(sql`
      insert into known_addresses (account_id, address_hash, last_used_at)
      select ${accountId}, sha256(i::text::bytea), ${NOW}::timestamptz - i * interval '1 hour'
      from generate_series(1, 100) as i`);
    await tryPassword(account, account.password, newAddress());
    expect(await known(accountId)).toBe(100);
    const oldest = await db().query(sql`
      select 1 from known_addresses where account_id = ${accountId} and address_hash = sha256('100'::bytea)`);
    expect(oldest).toEqual([]);
  });

  it("is not the one of a wrong password", async () => {
    const account: TestAccount = await testAccount();
    await expect(tryPassword(account, "wrong", newAddress())).rejects.toMatchObject(WRONG);
    expect(await known(account.accountId)).toBe(0);
  });
});
