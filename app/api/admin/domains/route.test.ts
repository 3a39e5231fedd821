import { beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { listDomainQueue, type QueuedDomain } from "@/lib/contracts/admin/domains";
import { db } from "@/lib/db/client";
import { writeEmail } from "@/lib/email/email-kinds";
import { reloadEnv } from "@/lib/env";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { books, call, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { sendFrom } from "@/tests/support/server/send";
import { woken } from "@/tests/support/server/woken";

const { POST: approve } = handlersOf("/api/admin/domains/approve");
const { POST: reject } = handlersOf("/api/admin/domains/reject");
const { GET } = handlersOf("/api/admin/domains");
const { POST: request } = handlersOf("/api/members/domains/request");

useTestDatabase();

let boss: TestAccount;
let account: TestAccount;
beforeAll(async () => {
  process.env.NIGHT_START = "00:00";
  process.env.NIGHT_END = "00:00";
  reloadEnv();
  boss = await testAccount({ admin: true, email: "boss@example.com" });
});
beforeEach(async () => {
  await db().prisma.domainRequest.deleteMany();
  await db().prisma.message.updateMany({ data: { heldHosts: [] } });
  account = await testAccount({ name: "Kiwi Shop" });
});

type Queue = { domains: QueuedDomain[]; pagination: { totalRecords: number } };

async function queue(query: Record<string, string> = {}): Promise<Queue> {
  const { body } = await ask<Queue>(GET, boss, { query });
  expect(body).toEqual(listDomainQueue.response.parse(body));
  return body;
}

const want = (domain: string, from = account) => ask(request, from, { json: { domain } });
const decide = (handler: typeof approve, domain: string, more: object = {}) =>
  ask<Record<string, unknown>>(handler, boss, { json: { accountId: account.accountId, domain, ...more } });

async function toldOf(of = account) {
  const { accountId } = of;
  const emails = await db().prisma.email.findMany({ where: { accountId }, orderBy: { id: "asc" } });
  return emails.map(({ kind, details }) => writeEmail(kind, details, "https://gateway.example.com"));
}

describe("the queue", () => {
  it("has what was asked for and what messages are held for, once, with a masked sample", async () => {
    await sendFrom(account, { body: "Your order 4711 at 9.30: www.one.co.nz/x and two.co.nz" });
    await sendFrom(account, { body: "one.co.nz again" });
    await want("one.co.nz");
    const { domains, pagination } = await queue();
    expect(pagination.totalRecords).toBe(2);
    expect(domains).toMatchObject([
      {
        accountId: account.accountId,
        accountName: "Kiwi Shop",
        domain: "one.co.nz",
        requested: true,
        messages: 2,
        approvable: ["one.co.nz"],
      },
      { domain: "two.co.nz", requested: false, messages: 1 },
    ]);
    expect(domains[0]?.sample).toBe("Your order •••• at •.••: www.one.co.nz/x and two.co.nz");
  });

  it("offers the whole domain and the host, and asks of a public suffix nothing but a refusal", async () => {
    await sendFrom(account, { body: "www.shop.example.co.nz" });
    await sendFrom(account, { body: "https://github.io/x" });
    const { domains } = await queue();
    expect(domains.map(({ approvable }) => approvable)).toEqual([
      ["example.co.nz", "shop.example.co.nz", "www.shop.example.co.nz"],
      [],
    ]);
  });

  it("keeps accounts apart, and comes in pages, the longest waiting first", async () => {
    const other = await testAccount();
    for (const from of [account, other]) await want("one.co.nz", from);
    await want("two.co.nz");
    const page = async (number: number) => queue({ limit: "2", page: String(number) });
    const first = await page(1);
    expect(first.domains.map(({ accountId }) => accountId)).toEqual([account.accountId, other.accountId]);
    expect((await page(2)).domains).toMatchObject([{ domain: "two.co.nz", messages: 0, sample: null }]);
    expect(await page(3)).toMatchObject({ domains: [], pagination: { totalRecords: 3 } });
  });
});

describe("an approval", () => {
  it("lets go what was held, answers what was asked for beneath it, and is written down and told", async () => {
    const other = await testAccount();
    for (const from of [account, other]) await sendFrom(from, { body: "www.one.co.nz" });
    await want("www.one.co.nz");
    woken.length = 0;
    expect(await decide(approve, "one.co.nz")).toMatchObject({
      status: 200,
      body: { success: true, released: 1 },
    });
    expect(woken).toEqual(["dispatch", "emails"]);
    expect((await messagesOf(account.accountId)).map(({ dueAt }) => dueAt !== null)).toEqual([true]);
    expect((await messagesOf(other.accountId)).map(({ dueAt }) => dueAt)).toEqual([null]);
    expect((await queue()).domains.map(({ accountId }) => accountId)).toEqual([other.accountId]);
    const { accountId } = account;
    const requests = await db().prisma.domainRequest.findMany({
      where: { accountId },
      orderBy: { domain: "asc" },
    });
    expect(requests.map(({ domain, state }) => [domain, state])).toEqual([
      ["one.co.nz", "approved"],
      ["www.one.co.nz", "approved"],
    ]);
    const [, activity] = await db().prisma.activity.findMany({
      where: { accountId },
      orderBy: { id: "asc" },
    });
    expect(activity).toMatchObject({
      action: "domain_approved",
      actorId: boss.accountId,
      details: { domain: "one.co.nz", released: 1 },
    });
    const [mail] = await toldOf();
    expect(mail?.subject).toBe("one.co.nz is approved");
    expect(mail?.text).toContain("The message held for it is being sent now");
    expect(await toldOf(other)).toEqual([]);
  });

  test.each(["co.nz", "https://one.co.nz", "nonsense"])("is not of %s", async (domain) => {
    expect(await decide(approve, domain)).toMatchObject({ status: 400 });
    expect(await toldOf()).toEqual([]);
  });

  it("needs an account", async () => {
    const json = { accountId: 999_999, domain: "one.co.nz", reason: "No." };
    for (const handler of [approve, reject])
      expect(await ask(handler, boss, { json })).toMatchObject({ status: 404 });
  });
});

describe("a refusal", () => {
  it("deletes what was held, with its money back, and says why", async () => {
    const other = await testAccount();
    for (const from of [account, other]) await sendFrom(from, { body: "www.one.co.nz" });
    await sendFrom(account, { body: "one.co.nz and two.co.nz" });
    await sendFrom(account, { body: "two.co.nz" });
    await want("one.co.nz");
    const before = (await books(account.accountId)).balance;
    woken.length = 0;
    expect(await decide(reject, "one.co.nz", { reason: " A parked page. " })).toMatchObject({
      status: 200,
      body: { success: true, discarded: 2 },
    });
    expect(woken).toEqual(["emails"]);
    expect((await messagesOf(account.accountId)).map(({ status }) => status)).toEqual([
      "DELETED",
      "DELETED",
      "PENDING",
    ]);
    expect((await messagesOf(other.accountId)).map(({ status }) => status)).toEqual(["PENDING"]);
    const { balance, ledger } = await books(account.accountId);
    expect([balance - before, ledger]).toEqual([230_000n, balance]);
    const { accountId } = account;
    expect(await db().prisma.domainRequest.findMany({ where: { accountId } })).toMatchObject([
      { domain: "one.co.nz", state: "rejected", reason: "A parked page." },
    ]);
    const [mail] = await toldOf();
    expect(mail?.subject).toBe("one.co.nz is not approved");
    expect(mail?.text).toContain("A parked page.");
    expect(mail?.text).toContain("The 2 messages held for it were deleted");
    expect((await queue()).domains.map(({ domain, accountId: of }) => [domain, of])).toEqual([
      ["www.one.co.nz", other.accountId],
      ["two.co.nz", accountId],
    ]);
  });

  it("is too late when somebody has decided", async () => {
    await want("one.co.nz");
    await decide(approve, "one.co.nz");
    expect(await decide(reject, "one.co.nz", { reason: "No." })).toMatchObject({ status: 409 });
    expect(await decide(reject, "www.one.co.nz", { reason: "No." })).toMatchObject({ status: 409 });
    await want("two.co.nz");
    expect((await decide(reject, "two.co.nz", { reason: "No." })).status).toBe(200);
    expect(await decide(reject, "two.co.nz", { reason: "No." })).toMatchObject({ status: 409 });
    expect(await toldOf()).toHaveLength(2);
  });

  it("is of nothing where only somebody else's messages are held", async () => {
    const other = await testAccount();
    await sendFrom(other, { body: "one.co.nz" });
    expect(await decide(reject, "one.co.nz", { reason: "No." })).toMatchObject({ status: 409 });
    expect((await messagesOf(other.accountId))[0]?.status).toBe("PENDING");
    expect(await toldOf()).toEqual([]);
  });

  test.each([{}, { reason: "  " }, { reason: "r".repeat(501) }])("needs a reason: %j", async (more) => {
    await want("one.co.nz");
    expect(await decide(reject, "one.co.nz", more)).toMatchObject({ status: 400 });
    expect((await queue()).domains).toHaveLength(1);
  });
});

test.each([
  ["the queue", GET, undefined],
  ["to approve", approve, { domain: "one.co.nz" }],
  ["to reject", reject, { domain: "one.co.nz", reason: "No." }],
] as const)("%s is for administrators", async (_, handler, json) => {
  await want("one.co.nz");
  const { accountId } = account;
  expect(await ask(handler, account, json ? { json: { accountId, ...json } } : {})).toMatchObject({
    status: 403,
  });
  const headers = { "sec-fetch-site": "same-origin" };
  const called = await call(handler, json ? { json, headers } : { method: "GET", headers });
  expect(called).toMatchObject({ status: 401 });
  const row = await db().prisma.domainRequest.findFirstOrThrow({ where: { accountId } });
  expect(row.state).toBe("pending");
});
