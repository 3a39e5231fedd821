import { afterEach, beforeAll, describe, expect, it, test, vi } from "vitest";
import type { SendResponse } from "@/lib/contracts/gateway/send";
import { sql } from "@/lib/db/sql";
import { approveDomain } from "@/lib/domains/approve-domain";
import { accountsDb } from "@/tests/support/database/accounts-db";
import { useTestDatabase } from "@/tests/support/database/database";
import { someoneWaits } from "@/tests/support/database/lock-waits";
import { NO_NIGHT } from "@/tests/support/database/submission";
import { books, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { NOON, sendFrom } from "@/tests/support/server/send";

useTestDatabase();
afterEach(() => vi.useRealTimers());

let account: TestAccount;
beforeAll(async () => {
  account = await testAccount({ balanceMicros: 1_000_000_000n, unicode: true });
});

const send = <Body = SendResponse>(parameters: object, from = account, headers = {}) =>
  sendFrom<Body>(from, parameters, headers);

describe("the text", () => {
  test.each([
    ["“Kia ora” – it’s tēnā koe…", '"Kia ora" - it\'s tena koe...', "GSM-7", 1],
    ["Price: €5 😀 日本", "Price: ?5 ? ??", "GSM-7", 1],
    ["a".repeat(160), "a".repeat(160), "GSM-7", 1],
    ["a".repeat(161), "a".repeat(161), "GSM-7", 2],
    [`${"a".repeat(159)}[`, `${"a".repeat(159)}[`, "GSM-7", 2],
  ])("%s", async (given, sent, encoding, parts) => {
    expect((await send({ body: given, sandbox: true })).body).toMatchObject({
      sandbox_message: sent,
      sandbox_encoding: encoding,
      parts,
    });
  });

  it("goes out as UCS-2 as supplied, quotes and dashes apart", async () => {
    expect((await send({ body: "“tēnā” – 😀…", unicode: true, sandbox: true })).body).toMatchObject({
      sandbox_message: '"tēnā" - 😀…',
      sandbox_encoding: "UCS-2",
      parts: 1,
    });
    expect((await send({ body: "ā".repeat(71), unicode: true, sandbox: true })).body.parts).toBe(2);
  });

  test.each([
    [{ body: "a".repeat(2000) }, 1683, 11],
    [{ body: "a".repeat(2000), fragmentationLimit: 0 }, 1683, 11],
    [{ body: "a".repeat(400), fragmentationLimit: 2 }, 306, 2],
    [{ body: "a".repeat(400), fragmentationLimit: 1 }, 160, 1],
    [{ body: "ā".repeat(1000), unicode: true }, 737, 11],
  ])("is trimmed to its limit and says so: %o", async (parameters, length, parts) => {
    const { body } = await send({ ...parameters, sandbox: true });
    expect(body).toMatchObject({ truncated: true, parts });
    expect(body.sandbox_message).toHaveLength(length);
  });

  it("says truncated where what is left out would have fitted, behind characters that nobody sees", async () => {
    const seen = `${"\u200b".repeat(16_380)}Kia `;
    expect((await send({ body: seen, sandbox: true })).body).not.toHaveProperty("truncated");
    expect((await send({ body: `${seen}ora`, sandbox: true })).body).toMatchObject({
      sandbox_message: "Kia ",
      truncated: true,
    });
    const cut = `${"\u200b".repeat(16_382)}a🌿`;
    expect((await send({ body: cut, sandbox: true })).body).toMatchObject({
      sandbox_message: "a",
      truncated: true,
    });
  });

  it("does not say truncated when it fits", async () => {
    expect((await send({ body: "a".repeat(1683), sandbox: true })).body).not.toHaveProperty("truncated");
  });
});

describe("links", () => {
  it("hold a message until every domain is approved", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOON });
    const own = await testAccount();
    await accountsDb().prisma.approvedDomain.create({
      data: { accountId: own.accountId, domain: "example.co.nz", approvedAt: new Date() },
    });
    const fine = await send({ body: "See https://www.example.co.nz/a and mail a@example.org" }, own);
    expect(fine.body.status).toBe("accepted");
    const { body } = await send({ body: "See www.example.co.nz, bit.ly/x and Evil.example.com" }, own);
    expect(body).toMatchObject({
      status: "held",
      hold_reason: "unapproved_domain",
      hold_message: expect.any(String),
      held_domains: ["bit.ly", "evil.example.com"],
    });
    expect((await messagesOf(own.accountId)).at(-1)).toMatchObject({
      status: "PENDING",
      heldHosts: ["bit.ly", "evil.example.com"],
      dueAt: null,
    });
    expect((await books(own.accountId)).balance).toBe(10_000_000n - 2n * 115_000n);
  });

  it("let a message go whose domain was approved while it was being accepted", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOON });
    const { accountId, ...own } = await testAccount();
    // The account is locked: the hosts are looked up already, and the message is not inserted yet.
    const answer = await accountsDb().transaction(async (tx) => {
      await tx.query(sql`select 1 from accounts where id = ${accountId} for no key update`);
      const sending = send({ body: "See example.com/a" }, { accountId, ...own });
      await someoneWaits();
      expect(await approveDomain(accountsDb(), { accountId, domain: "example.com" }, NOON, NO_NIGHT)).toBe(0);
      return { sending };
    });
    expect((await answer.sending).body.status).toBe("held");
    expect(await messagesOf(accountId)).toMatchObject([{ heldHosts: [], dueAt: NOON }]);
  });

  test.each(["\u2064", "\u{1bca0}", "\u{1bca3}", "\u2066", "\u200b"])(
    "are not hidden by %o, whichever the encoding; the text goes out as it is billed",
    async (hidden) => {
      const body = `Go to ev${hidden}il.co${hidden}.nz`;
      const ucs2 = await send({ body, unicode: true, sandbox: false });
      expect(ucs2.body).toMatchObject({ status: "held", held_domains: ["evil.co.nz"] });
      expect((await messagesOf(account.accountId)).at(-1)?.body).toBe(body);
      expect((await send({ body })).body).toMatchObject({ status: "held", held_domains: ["evil.co.nz"] });
      expect((await messagesOf(account.accountId)).at(-1)?.body).toBe("Go to evil.co.nz");
    },
  );

  it("are looked for in the text as it goes out", async () => {
    expect((await send({ body: "Go to éxample.com" })).body.held_domains).toEqual(["example.com"]);
    const cut = await send({ body: `${"a".repeat(158)} bit.ly/x`, fragmentationLimit: 1 });
    expect(cut.body.status).not.toBe("held");
  });
});
