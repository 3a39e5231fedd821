import { afterEach, expect, it, vi } from "vitest";
import { GET } from "@/app/api/members/events/route";
import { changesStatement, officeStatement } from "@/lib/accounts/changes.sql";
import { readChangeMark } from "@/lib/accounts/read-changes";
import { endSession } from "@/lib/auth/sessions/end-session";
import { findMember } from "@/lib/auth/sessions/member";
import { changedBetween, MAX_MARK_LENGTH, READS_OF } from "@/lib/contracts/members/changes";
import { db } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";
import { discardHeld } from "@/lib/domains/discard-held";
import { ChangeWatch } from "@/lib/http/events/change-watch";
import { endStreams, openStream } from "@/lib/http/events/open-streams";
import { readSession } from "@/lib/http/sessions/session";
import { accept } from "@/lib/messages/accept/accept";
import { listen } from "@/server/base/listen";
import { createGatewayServer } from "@/server/http/http-server";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { sentMessage } from "@/tests/support/inbound";
import { cookieOf } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { ALL_HANDLERS } from "@/tests/support/server/handlers-of";

useTestDatabase();

const NOW = new Date("2026-11-20T23:00:00Z");
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Starts a server that returns this route's response, as the process of the pages does. */
async function serve() {
  const gateway = createGatewayServer(async ({ url, headers }, response) => {
    const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    const answer = await GET(new Request(`http://${headers.host}${url}`, { headers: given }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    const reader = answer.body?.getReader();
    response.once("close", () => void reader?.cancel());
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read())
      response.write(piece.value);
    if (!response.writableEnded) response.end();
  }, 0);
  const port = await listen(gateway.server, 0, "127.0.0.1");
  closers.push(() => {
    gateway.server.closeAllConnections();
    gateway.server.close();
  });
  return { ...gateway, address: `http://127.0.0.1:${port}/api/members/events` };
}

type Event = { id: string; changed: string[] };

/**
 * Opens a page's stream. Returns its response and a function that reads the next event, or null at the end.
 */
async function follow(address: string, account: TestAccount, headers: Record<string, string> = {}) {
  const gone = new AbortController();
  closers.unshift(() => gone.abort());
  const cookie = headers.cookie ?? (await cookieOf(account));
  const answer = await fetch(address, { headers: { ...headers, cookie }, signal: gone.signal });
  const events = eventsOf(answer);
  const next = async (): Promise<Event | null> => (await events.next()).value ?? null;
  return { answer, next, leave: () => gone.abort() };
}

async function* eventsOf({ body }: Response): AsyncGenerator<Event, null> {
  let text = "";
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const [, id = "", data = "{}"] = /^id: (.*)\ndata: (.*)$/.exec(block) ?? [];
      if (id !== "") yield { id, changed: JSON.parse(data).changed };
    }
  }
  return null;
}

async function ownerOf(account: TestAccount) {
  const session = await readSession(await cookieOf(account));
  const member = session && (await findMember(db(), session, new Date()));
  if (!session || !member) throw new Error("This account has no session.");
  return { session, member, since: undefined };
}

it("tells each page of an account what has changed, on every server, and no other account", async () => {
  const [account, stranger] = [await testAccount(), await testAccount()];
  const { address } = await serve();
  const pages = await Promise.all([follow(address, account), follow(address, account)]);
  const other = await follow(address, stranger);
  expect(pages[0].answer.headers.get("content-type")).toMatch("text/event-stream");
  for (const page of [...pages, other]) expect((await page.next())?.changed).toEqual([]);
  // Another process has a watch of its own.
  const marks: string[] = [];
  closers.push(
    new ChangeWatch(db).watch({ ...account, isAdmin: false, told: (mark) => void marks.push(mark) }),
  );
  await expect.poll(() => marks.length, { timeout: 5_000 }).toBeGreaterThan(0);
  const before = marks[0] ?? "";
  let heard: unknown = "nothing";
  other.next().then(
    (event) => {
      heard = event;
    },
    () => {},
  );
  const id = await sentMessage(account.accountId, "64215551781", NOW);
  const changed = ["messages", "balance"];
  for (const page of pages) expect((await page.next())?.changed).toEqual(changed);
  await expect.poll(() => changedBetween(before, marks.at(-1) ?? ""), { timeout: 5_000 }).toEqual(changed);
  await db().prisma.message.update({ where: { id }, data: { status: "DELIVRD", statusAt: NOW } });
  expect((await pages[0].next())?.changed).toEqual(["messages"]);
  expect(heard).toBe("nothing");
});

it("takes any text as the mark of a page, and refuses one that is too long", async () => {
  const account = await testAccount();
  const { address } = await serve();
  for (const mark of ["\u0000", "\ud800", "...", "%", "x".repeat(MAX_MARK_LENGTH + 1)]) {
    const query = `?${new URLSearchParams({ since: mark })}`;
    const { answer, leave } = await follow(`${address}${query}`, account);
    leave();
    expect([mark, answer.status]).toEqual([
      mark,
      mark.length > MAX_MARK_LENGTH || mark === "\u0000" ? 400 : 200,
    ]);
  }
});

it("tells a page that comes back what has changed meanwhile, and an administrator of the office", async () => {
  const account = await testAccount();
  await db().prisma.account.update({ where: { id: account.accountId }, data: { isAdmin: true } });
  const { address } = await serve();
  const first = await follow(address, account);
  const greeting = await first.next();
  first.leave();
  await db().prisma.account.update({ where: { id: account.accountId }, data: { balanceMicros: 5n } });
  await db().prisma.domainRequest.create({
    data: { accountId: account.accountId, domain: "a.example", requestedAt: NOW },
  });
  const again = await follow(address, account, { "last-event-id": greeting?.id ?? "" });
  expect((await again.next())?.changed).toEqual(["balance", "office"]);
  const since = await readChangeMark(db(), { accountId: account.accountId, isAdmin: true });
  const rendered = await follow(`${address}?since=${since}`, account);
  expect((await rendered.next())?.changed).toEqual([]);
});

it("tells administrators of messages that are held anew, and of those that no longer are", async () => {
  const office = await testAccount();
  await db().prisma.account.update({ where: { id: office.accountId }, data: { isAdmin: true } });
  const { accountId } = await testAccount();
  const { address } = await serve();
  const page = await follow(address, office);
  expect((await page.next())?.changed).toEqual([]);
  const items = [testItem({ msisdn: "64215551782", dueAt: null })];
  await accept(db(), [testSubmission(accountId, { heldHosts: ["new.example.com"], items })], NOW, () => "");
  expect((await page.next())?.changed).toEqual(["office"]);
  await discardHeld(db(), { acceptedBefore: new Date(NOW.getTime() + 1) }, NOW);
  expect((await page.next())?.changed).toEqual(["office"]);
});

it("has no stream for a stranger, nor for more pages of an account than it may have", async () => {
  const account = await testAccount();
  const { address } = await serve();
  expect((await fetch(address)).status).toBe(401);
  const pages = await Promise.all(Array.from({ length: 10 }, () => follow(address, account)));
  expect(pages.map(({ answer }) => answer.status)).toEqual(Array(10).fill(200));
  const refused = await follow(address, account);
  expect([refused.answer.status, refused.answer.headers.get("retry-after")]).toEqual([429, "30"]);
  expect((await follow(address, await testAccount())).answer.status).toBe(200);
  pages[0]?.leave();
  await expect.poll(async () => (await follow(address, account)).answer.status, { timeout: 5_000 }).toBe(200);
});

it("ends with its session, with its age, and when nothing of it is taken", async () => {
  const [signedOut, old, slow] = [
    await ownerOf(await testAccount()),
    await ownerOf(await testAccount()),
    await ownerOf(await testAccount()),
  ];
  const times = { beatMs: 50, maxAgeMs: 60_000 };
  const ending = openStream(signedOut, times).text();
  await endSession(db(), signedOut.session.sessionId, new Date());
  expect(await ending).toMatch(/^retry: \d+\n/);
  expect(await openStream(old, { beatMs: 50, maxAgeMs: 100 }).text()).toMatch(/^retry: \d+\n/);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const unread = openStream(slow, times);
  vi.advanceTimersByTime(2 * times.beatMs);
  vi.useRealTimers();
  await expect(unread.text()).rejects.toThrow("does not read");
});

it("ends when its server stops", async () => {
  const { address, drain } = await serve();
  const page = await follow(address, await testAccount());
  await page.next();
  const beganAt = performance.now();
  await Promise.all([drain(), expect(page.next()).resolves.toBeNull()]);
  // A request in progress may take ten seconds.
  expect(performance.now() - beganAt).toBeLessThan(9_000);
});

it("looks only at the rows it wants, in the order of an index", async () => {
  const planOf = async ({ text }: Sql) => {
    const explain = sql`explain (generic_plan) ${{ text, values: [] }}`;
    const lines = await db().query<{ "QUERY PLAN": string }>(explain);
    return lines.map((line) => line["QUERY PLAN"]).join("\n");
  };
  const own = await planOf(changesStatement([1, 2]));
  expect(own).toContain("webhook_deliveries_account_id_created_at_id_idx");
  expect(own).not.toMatch(/Sort {2}|Seq Scan|Bitmap/);
  const office = await planOf(officeStatement());
  expect(office).toContain("message_queue_newest_held_idx");
  expect(office).not.toMatch(/Seq Scan|Bitmap/);
});

it("names reads that there are", () => {
  for (const place of Object.values(READS_OF).flat()) expect(ALL_HANDLERS.has(place), place).toBe(true);
});

it("opens no stream once its process stops", async () => {
  const owner = await ownerOf(await testAccount());
  const open = openStream(owner).text();
  endStreams();
  expect(await open).toMatch(/^retry: \d+\n/);
  expect(() => openStream(owner)).toThrow("too many open pages");
});
