import { describe, expect, it } from "vitest";
import { decrypt } from "@/lib/crypto/encryption";
import { type Database, db, openDatabase } from "@/lib/db/client";
import { accept } from "@/lib/messages/accept/accept";
import { acceptBatcherOf } from "@/lib/messages/accept/accept-batcher";
import type { MessageFindings, Submission } from "@/lib/messages/accept/submission";
import { useTestDatabase } from "@/tests/support/database/database";
import { recording, rescansOf } from "@/tests/support/database/plans";
import { keyed as keyedUntil, testItem, testSubmission } from "@/tests/support/database/submission";
import { books, messagesOf, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const NOW = new Date("2026-11-20T23:00:00Z");
const [PLAIN, PORTED, OPTED_OUT] = ["64211239001", "64211239002", "64211239003"];

const keyed = (submission: Submission, key: string) =>
  keyedUntil(submission, key, new Date(NOW.getTime() + 1000));
const to = (accountId: number, ...msisdns: string[]): Submission =>
  testSubmission(accountId, { items: msisdns.map((msisdn) => testItem({ msisdn })) });

/** Returns a renderer whose response contains its findings: blocked and ported messages by index. */
const rendering = (submissions: readonly Submission[]) => (index: number, taken: MessageFindings) => {
  const items = submissions[index]?.items ?? [];
  return [JSON.stringify(items.map(({ id }) => [taken.blocked.has(id), taken.ported.get(id) ?? null]))];
};

async function storedFor(accountId: number, key: string): Promise<unknown> {
  const { response } = await db().prisma.idempotencyKey.findFirstOrThrow({ where: { accountId, key } });
  return JSON.parse(decrypt(response, key));
}

/** Returns the database, with `work` before each of its statements. */
function doingBefore(work: () => Promise<unknown>): Database {
  return new Proxy(db(), {
    get(target, name, receiver) {
      if (name !== "query") return Reflect.get(target, name, receiver);
      return async (...args: Parameters<Database["query"]>) => {
        await work();
        return target.query(...args);
      };
    },
  });
}

async function accountWithOptOut(): Promise<number> {
  const { accountId } = await testAccount();
  await db().prisma.blockedNumber.create({
    data: { accountId, msisdn: OPTED_OUT, keyword: "STOP", blockedAt: NOW },
  });
  return accountId;
}

describe("a stored response", () => {
  it("says what acceptance found, of each of the requests that share a statement", async () => {
    const accountId = await accountWithOptOut();
    await db().prisma.portedNumber.create({ data: { msisdn: PORTED, networkCode: "53005", portedAt: NOW } });
    const requests = [
      keyed(to(accountId, PLAIN), "plain"),
      to(accountId, OPTED_OUT),
      keyed(to(accountId, PLAIN, PORTED, OPTED_OUT), "all"),
      keyed(
        testSubmission(accountId, { items: [testItem({ msisdn: PLAIN, invalidNumber: true })] }),
        "impossible",
      ),
    ];
    const outcomes = await accept(db(), requests, NOW, rendering(requests));
    expect(outcomes.map(({ kind }) => kind)).toEqual(["accepted", "accepted", "accepted", "accepted"]);
    expect(await storedFor(accountId, "plain")).toEqual([[false, null]]);
    expect(await storedFor(accountId, "all")).toEqual([
      [false, null],
      [false, "53005"],
      [true, null],
    ]);
    expect(await storedFor(accountId, "impossible")).toEqual([[true, null]]);
    expect(await messagesOf(accountId)).toHaveLength(6);
    expect(await books(accountId)).toMatchObject({ balance: 10_000_000n - 6n * 115_000n, entries: 7 });
  });

  it("costs no statement more where nothing is blocked or ported", async () => {
    const { accountId } = await testAccount();
    let statements = 0;
    const counting = doingBefore(async () => statements++);
    const requests = [keyed(to(accountId, PLAIN), "a"), keyed(to(accountId, PLAIN), "b")];
    await accept(counting, requests, NOW, rendering(requests));
    expect(statements).toBe(1);
  });

  it("is that of the first of many with one key in a batch, which one statement settles", async () => {
    const { accountId } = await testAccount();
    let statements = 0;
    const counting = doingBefore(async () => statements++);
    const requests = Array.from({ length: 5 }, () => keyed(to(accountId, PLAIN), "same"));
    const first = (outcomes: { kind: string }[]) => [
      outcomes[0]?.kind,
      new Set(outcomes.slice(1).map(({ kind }) => kind)),
    ];
    expect(first(await accept(counting, requests, NOW, rendering(requests)))).toEqual([
      "accepted",
      new Set(["repeated"]),
    ]);
    expect(first(await accept(counting, requests, NOW, rendering(requests)))).toEqual([
      "repeated",
      new Set(["repeated"]),
    ]);
    expect(statements).toBe(2);
    expect(await messagesOf(accountId)).toHaveLength(1);
  });

  it.each([
    ["new", null],
    ["expired", new Date(NOW.getTime() - 1)],
  ])("is that of one process where two accept a request with a %s key at once", async (_, expiresAt) => {
    const { accountId } = await testAccount();
    if (expiresAt) {
      const old = [keyedUntil(to(accountId, PLAIN), "two", expiresAt)];
      await accept(db(), old, new Date(expiresAt.getTime() - 1), () => ["old"]);
    }
    const requests = [keyed(to(accountId, PORTED), "two"), keyed(to(accountId, PLAIN, PORTED), "two")];
    const url = process.env.DATABASE_URL as string;
    const outcomes = await Promise.all(
      requests.map(async (request) => {
        const own = openDatabase(url, 1);
        const [outcome] = await accept(own, [request], NOW, rendering([request]));
        await own.close();
        return outcome?.kind;
      }),
    );
    expect([...outcomes].sort()).toEqual(["accepted", "repeated"]);
    const { items } = requests[outcomes.indexOf("accepted")] as Submission;
    expect(await storedFor(accountId, "two")).toHaveLength(items.length);
    expect(await messagesOf(accountId)).toHaveLength(items.length + (expiresAt ? 1 : 0));
  });

  it("is compared with no other submission for each of its messages", async () => {
    const { accountId } = await testAccount();
    const { database, asked } = recording();
    const requests = [keyed(to(accountId, PLAIN, PORTED), "c"), keyed(to(accountId, PLAIN), "d")];
    await accept(database, requests, NOW, rendering(requests));
    const rescans = (await Promise.all(asked.map((statement) => rescansOf(db(), statement)))).flat();
    expect(rescans.filter(({ forEach }) => forEach === "looked_up" || forEach === "item")).toEqual([]);
  });

  it("is made anew where somebody opts out between two statements", async () => {
    const { accountId } = await testAccount();
    const requests = [keyed(to(accountId, PLAIN), "k")];
    const optingOut = doingBefore(() =>
      db().prisma.blockedNumber.createMany({
        data: { accountId, msisdn: PLAIN, keyword: "STOP", blockedAt: NOW },
        skipDuplicates: true,
      }),
    );
    const [outcome] = await accept(optingOut, requests, NOW, rendering(requests));
    expect(outcome).toMatchObject({ kind: "accepted" });
    expect(await storedFor(accountId, "k")).toEqual([[true, null]]);
    expect(await messagesOf(accountId)).toMatchObject([{ status: "BLOCKED" }]);
  });

  it("that is made anew holds up no other request of its batch", async () => {
    const accountId = await accountWithOptOut();
    const other = (await testAccount()).accountId;
    let statements = 0;
    let answered = () => {};
    const plain = new Promise<void>((resolve) => {
      answered = resolve;
    });
    // The second statement waits until the request of the first has its response.
    const waiting = doingBefore(async () => {
      if (++statements === 2) await plain;
    });
    const batcher = acceptBatcherOf(waiting);
    const surprised = keyed(to(accountId, OPTED_OUT), "k");
    const first = batcher.accept(surprised, NOW, (taken) => rendering([surprised])(0, taken));
    const second = await batcher.accept(to(other, PLAIN), NOW, () => "");
    answered();
    expect([second.kind, (await first).kind, statements]).toEqual(["accepted", "accepted", 2]);
  });

  it("is given up with nothing done where a number changes before each statement", async () => {
    const accountId = await accountWithOptOut();
    const requests = [keyed(to(accountId, OPTED_OUT), "k"), keyed(to(accountId, PLAIN), "other")];
    let isActive = false;
    const changing = doingBefore(async () => {
      isActive = !isActive;
      await db().prisma.blockedNumber.updateMany({
        where: { accountId },
        data: { active: isActive, resubscribedAt: isActive ? null : NOW },
      });
    });
    const [first, other] = await accept(changing, requests, NOW, rendering(requests));
    expect(first).toMatchObject({ kind: "failed", error: { code: "unavailable" } });
    expect(other).toMatchObject({ kind: "accepted" });
    expect(await db().prisma.idempotencyKey.count({ where: { accountId } })).toBe(1);
    expect(await messagesOf(accountId)).toHaveLength(1);
  });
});
