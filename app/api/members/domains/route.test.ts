import { describe, expect, it, test } from "vitest";
import {
  type DomainRequestRecord,
  type HeldHost,
  listDomainRequests,
  listDomains,
  listHeldHosts,
  MAX_REQUESTS,
} from "@/lib/contracts/members/domains";
import { db } from "@/lib/db/client";
import { approveDomain } from "@/lib/domains/approve-domain";
import { useTestDatabase } from "@/tests/support/database/database";
import { NO_NIGHT } from "@/tests/support/database/submission";
import { ask } from "@/tests/support/member";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { sendFrom } from "@/tests/support/server/send";

const { GET: held } = handlersOf("/api/members/domains/held");
const { POST: remove } = handlersOf("/api/members/domains/remove");
const { POST: request } = handlersOf("/api/members/domains/request");
const { GET: requests } = handlersOf("/api/members/domains/requests");
const { GET } = handlersOf("/api/members/domains");
const { POST: withdraw } = handlersOf("/api/members/domains/withdraw");

useTestDatabase();

type ApprovedList = { domains: { domain: string }[]; pagination: { totalRecords: number } };

const say = (account: TestAccount, domain: string) =>
  ask<{ domain: string; error: string }>(request, account, { json: { domain } });

async function asked(account: TestAccount): Promise<DomainRequestRecord[]> {
  const { body } = await ask<{ requests: DomainRequestRecord[] }>(requests, account, {});
  expect(body).toEqual(listDomainRequests.response.parse(body));
  return body.requests;
}

async function heldFor(account: TestAccount): Promise<HeldHost[]> {
  const { body } = await ask<{ hosts: HeldHost[] }>(held, account, {});
  expect(body).toEqual(listHeldHosts.response.parse(body));
  return body.hosts;
}

const approve = ({ accountId }: TestAccount, domain: string) =>
  approveDomain(db(), { accountId, domain }, new Date(), NO_NIGHT);

describe("approved domains", () => {
  it("are listed by name, in pages, and are one's own", async () => {
    const [own, other] = [await testAccount(), await testAccount()];
    for (const domain of ["c.example", "a.example", "b.example"]) await approve(own, `www.${domain}.com`);
    const page = (query: Record<string, string>, from = own) => ask<ApprovedList>(GET, from, { query });
    const first = await page({ limit: "2" });
    expect(first.body).toEqual(listDomains.response.parse(first.body));
    expect(first.body.domains.map(({ domain }) => domain)).toEqual([
      "www.a.example.com",
      "www.b.example.com",
    ]);
    expect((await page({ limit: "2", page: "2" })).body.domains).toHaveLength(1);
    // The last rows of the whole list, not of one page.
    const last = await page({ limit: "2", order: "-domain" });
    expect(last.body.domains.map(({ domain }) => domain)).toEqual(["www.c.example.com", "www.b.example.com"]);
    expect((await page({ order: "approvedAt" })).status).toBe(400);
    expect((await page({}, other)).body).toMatchObject({ domains: [], pagination: { totalRecords: 0 } });
  });

  it("can be removed, so that links are held from then on, by their account alone", async () => {
    const [own, other] = [await testAccount(), await testAccount()];
    await approve(own, "example.co.nz");
    const send = async () => (await sendFrom(own, { body: "See example.co.nz/x" })).body.hold_reason;
    const gone = { json: { domain: "example.co.nz" } };
    expect(await ask(remove, other, gone)).toMatchObject({ status: 404 });
    expect(await send()).toBeUndefined();
    expect(await ask(remove, own, gone)).toMatchObject({ status: 200 });
    expect(await send()).toBe("unapproved_domain");
    expect(await ask(remove, own, gone)).toMatchObject({ status: 404 });
  });
});

describe("a request", () => {
  test.each([
    ["Example.co.nz", "example.co.nz"],
    [" www.example.co.nz ", "www.example.co.nz"],
    ["https://shop.example.com/spring?x=1", "shop.example.com"],
    ["*.example.com", "example.com"],
  ])("for %j is for %s", async (given, domain) => {
    const own = await testAccount();
    expect(await say(own, given)).toMatchObject({ status: 200, body: { success: true, domain } });
    expect(await asked(own)).toMatchObject([{ domain, state: "pending", decidedAt: null, reason: null }]);
  });

  test.each(["co.nz", "github.io", "localhost", "not a domain", "a.com and b.com", ""])(
    "for %j is refused",
    async (domain) => {
      const own = await testAccount();
      expect(await say(own, domain)).toMatchObject({ status: 400 });
      expect(await asked(own)).toEqual([]);
    },
  );

  it("is made once, and not for what is approved", async () => {
    const own = await testAccount();
    await approve(own, "example.com");
    expect(await say(own, "shop.example.com")).toMatchObject({ status: 409 });
    expect((await say(own, "example.org")).status).toBe(200);
    expect(await say(own, "example.org")).toMatchObject({ status: 409 });
  });

  it("may be made again after a refusal", async () => {
    const own = await testAccount();
    const { accountId } = own;
    await say(own, "example.org");
    await db().prisma.domainRequest.updateMany({
      where: { accountId },
      data: { state: "rejected", decidedAt: new Date(), reason: "No." },
    });
    expect(await asked(own)).toMatchObject([{ state: "rejected", reason: "No." }]);
    await say(own, "example.org");
    expect(await asked(own)).toMatchObject([{ state: "pending", reason: null, decidedAt: null }]);
  });

  it("is withdrawn by its account, while nobody has decided", async () => {
    const [own, other] = [await testAccount(), await testAccount()];
    await say(own, "example.org");
    const json = { domain: "example.org" };
    expect(await ask(withdraw, other, { json })).toMatchObject({ status: 404 });
    expect(await asked(other)).toEqual([]);
    expect(await ask(withdraw, own, { json })).toMatchObject({ status: 200 });
    expect(await asked(own)).toEqual([]);
    expect(await ask(withdraw, own, { json })).toMatchObject({ status: 404 });
    const { accountId } = own;
    const done = await db().prisma.activity.findMany({ where: { accountId }, orderBy: { id: "asc" } });
    expect(done.map(({ action }) => action)).toEqual(["domain_requested", "domain_request_withdrawn"]);
  });

  it("is one of at most so many", async () => {
    const own = await testAccount();
    const { accountId } = own;
    const data = Array.from({ length: MAX_REQUESTS }, (_, index) => ({
      accountId,
      domain: `d${index}.example.com`,
      requestedAt: new Date(),
    }));
    await db().prisma.domainRequest.createMany({ data });
    expect(await say(own, "example.org")).toMatchObject({ status: 409 });
    expect(await asked(own)).toHaveLength(MAX_REQUESTS);
  });
});

describe("held messages", () => {
  it("are counted by host, with the request that would let them go", async () => {
    const [own, other] = [await testAccount(), await testAccount()];
    for (const body of ["www.one.co.nz", "www.one.co.nz/x and two.co.nz", "no link"])
      await sendFrom(own, { body });
    await sendFrom(other, { body: "three.co.nz" });
    await say(own, "one.co.nz");
    expect(await heldFor(own)).toMatchObject([
      { host: "www.one.co.nz", messages: 2, requested: "one.co.nz" },
      { host: "two.co.nz", messages: 1, requested: null },
    ]);
    await approve(own, "one.co.nz");
    expect(await heldFor(own)).toMatchObject([{ host: "two.co.nz", messages: 1 }]);
    expect(await heldFor(other)).toMatchObject([{ host: "three.co.nz" }]);
  });
});

test.each([
  ["the list", GET, undefined],
  ["the requests", requests, undefined],
  ["what is held", held, undefined],
  ["to request", request, {}],
  ["to withdraw", withdraw, {}],
  ["to remove", remove, {}],
] as const)("%s is for who is signed in", async (_, handler, json) => {
  const headers = { "sec-fetch-site": "same-origin" };
  const called = await call(handler, json ? { json, headers } : { method: "GET", headers });
  expect(called).toMatchObject({ status: 401 });
});
