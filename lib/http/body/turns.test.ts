import { expect, it } from "vitest";
import { z } from "zod";
import { POST as balance } from "@/app/gateway/sms/balance/route";
import { POST as send } from "@/app/gateway/sms/out/route";
import { readBalanceOperation } from "@/lib/contracts/gateway/balance";
import { byTurn, inLongTurn } from "@/lib/http/body/turns";
import { authenticated } from "@/lib/http/gateway";
import { route } from "@/lib/http/handler";
import { useTestDatabase } from "@/tests/support/database/database";
import { closedGate } from "@/tests/support/gate";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

/** The number of requests that the slow endpoint has begun, and the gate that lets them go on. */
let working = 0;
let goOn = closedGate();

/** A slow endpoint, like one that counts a million rows. */
const slow = route({
  POST: authenticated(
    { ...readBalanceOperation, request: z.object({}), response: z.object({}) } as never,
    async () => {
      working++;
      await goOn.opened;
      return {};
    },
  ),
});

it("lets others send while an account's slow requests take all the turns they can get", async () => {
  const [greedy, other] = [await testAccount(), await testAccount()];
  const message = { to: "64211234567", body: "Hello", messageClass: "transactional" };
  const sendOne = () => {
    const { userId, password } = other;
    return call(send, { json: { userId, password, ...message } });
  };
  expect((await sendOne()).status).toBe(200);
  const { userId, password } = greedy;
  let answered = 0;
  const ask = async () => {
    const request = new Request("http://gateway.test/slow", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ userId, password }),
    });
    expect((await slow.POST(request)).status).toBe(200);
    answered++;
  };
  goOn.open();
  await ask();
  goOn = closedGate();
  answered = 0;
  working = 0;
  const asked = Array.from({ length: 40 }, ask);
  await expect.poll(() => working).toBe(2);
  for (let index = 0; index < 5; index++) expect((await sendOne()).status).toBe(200);
  expect([working, answered]).toEqual([2, 0]);
  goOn.open();
  await Promise.all(asked);
});

/** The reads of a list that have begun, and the functions that end those that are held. */
const begun: { accountId: number; page: number }[] = [];
let isHeld = false;
const ends: (() => void)[] = [];
function letGo() {
  isHeld = false;
  for (const end of ends.splice(0)) end();
}

/** An endpoint that lists, and lasts until the test ends it. Each answer names its read. */
const list = route({
  POST: authenticated(
    {
      ...readBalanceOperation,
      path: "/list",
      request: z.object({ page: z.number() }),
      response: z.object({}),
    } as never,
    async ({ caller: { accountId }, input }) => {
      const read = begun.push({ accountId, page: (input as { page: number }).page });
      if (isHeld) await new Promise<void>((end) => ends.push(end));
      return { read };
    },
    "long",
  ),
});

/**
 * Requests a page of the list.
 * @returns the read that answered.
 */
async function readPage({ userId, password }: TestAccount, page: number): Promise<number> {
  const request = new Request("http://gateway.test/list", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ userId, password, page }),
  });
  const response = await list.POST(request);
  expect(response.status).toBe(200);
  return ((await response.json()) as { read: number }).read;
}

/** Creates two accounts whose password is judged already, and holds the list from now on. */
async function twoAccounts(): Promise<[TestAccount, TestAccount]> {
  const accounts: [TestAccount, TestAccount] = [await testAccount(), await testAccount()];
  await Promise.all(accounts.map((account) => readPage(account, 0)));
  begun.splice(0);
  isHeld = true;
  return accounts;
}

it("gives an account one long read at a time, beside its quick ones and others' long ones", async () => {
  const [greedy, other] = await twoAccounts();
  const pages = [1, 2, 3, 4].map((page) => readPage(greedy, page));
  await expect.poll(() => begun.length).toBe(1);
  const { userId, password } = greedy;
  expect((await call(balance, { json: { userId, password } })).status).toBe(200);
  const theirs = readPage(other, 1);
  await expect.poll(() => begun.length).toBe(2);
  expect(begun.map(({ accountId }) => accountId)).toEqual([greedy.accountId, other.accountId]);
  letGo();
  await Promise.all([...pages, theirs]);
  expect(begun).toHaveLength(5);
});

it("reads for a session while the API reads for the same account", async () => {
  const [account] = await twoAccounts();
  const page = readPage(account, 1);
  await expect.poll(() => begun.length).toBe(1);
  expect(await inLongTurn(account.accountId, async () => "read")).toBe("read");
  letGo();
  await page;
});

it("keeps no session waiting for the API, and no other account for both of one account", async () => {
  const [greedy, other] = await twoAccounts();
  const pages = [1, 2, 3, 4].map((page) => readPage(greedy, page));
  await expect.poll(() => begun.length).toBe(1);
  const gate = closedGate();
  const sessions = [1, 2, 3].map(() => inLongTurn(greedy.accountId, () => gate.opened));
  const quick = { accountId: greedy.accountId, isSession: true, path: "/quick", input: {} };
  expect(await byTurn("in-turn", quick, async () => "changed")).toBe("changed");
  expect(await inLongTurn(other.accountId, async () => "read")).toBe("read");
  const theirs = readPage(other, 1);
  await expect.poll(() => begun.length).toBe(2);
  gate.open();
  letGo();
  await Promise.all([...pages, ...sessions, theirs]);
});

it("reads a list once for an account that asks for it many times at once, and not for another account", async () => {
  const [one, other] = await twoAccounts();
  const first = readPage(one, 1);
  await expect.poll(() => begun.length).toBe(1);
  const later = Array.from({ length: 20 }, () => readPage(one, 1));
  const theirs = readPage(other, 1);
  await expect.poll(() => begun.length).toBe(2);
  // The account's requests have their turns in the order in which they came: the others wait for the read.
  const { userId, password } = one;
  expect((await call(balance, { json: { userId, password } })).status).toBe(200);
  letGo();
  expect([await first, await theirs]).toEqual([1, 2]);
  const reads = await Promise.all(later);
  expect(Math.min(...reads)).toBeGreaterThan(2);
  expect(new Set(reads).size).toBeLessThan(10);
});
