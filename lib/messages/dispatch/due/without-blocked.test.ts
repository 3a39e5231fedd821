import { beforeEach, expect, it } from "vitest";
import { loadRoutes } from "@/lib/carriers/route-table";
import { blockRange } from "@/lib/carriers/setup/blocked-rows";
import { db } from "@/lib/db/client";
import { accept } from "@/lib/messages/accept/accept";
import { auditBooks } from "@/lib/messages/audit/audit-books";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { withoutBlocked } from "@/lib/messages/dispatch/due/without-blocked";
import { readMessage } from "@/lib/messages/query/read-message";
import type { LeasedMessage } from "@/lib/queue/leased";
import { carrierNamed, accepted as takenAs } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY, testItem, testSubmission } from "@/tests/support/database/submission";
import { books, messagesOf, testAccount } from "@/tests/support/server/gateway";

useTestDatabase({ each: true });

const HOUR_MS = 3_600_000;
const NOW = new Date();
const DUE = new Date(NOW.getTime() + HOUR_MS);
const SATELLITE = "8821234567";
const EXCEPTED = "8823334567";
const MOBILE = "64211234567";

let given: string[];
let carrier: ReturnType<typeof carrierNamed>;
beforeEach(() => {
  given = [];
  carrier = carrierNamed("test", 100, async (batch) => {
    given.push(...batch.map(({ msisdn }) => msisdn));
    return batch.map(({ id }) => takenAs(id, `ref-${id}`));
  });
});

/** Blocks 882 except 8823, as another server. */
async function block(): Promise<void> {
  await db().transaction(async (tx) => {
    await blockRange(tx, { prefix: "+882", isException: false });
    await blockRange(tx, { prefix: "8823*", isException: true });
  });
  loadRoutes.forget(db());
}

async function scheduled(...msisdns: string[]): Promise<number> {
  const { accountId } = await testAccount({ balanceMicros: 1_000_000n });
  const items = msisdns.map((msisdn) => testItem({ msisdn, dueAt: DUE }));
  await accept(db(), [testSubmission(accountId, { items })], NOW, () => "");
  return accountId;
}

const statusesOf = async (accountId: number) =>
  Object.fromEntries((await messagesOf(accountId)).map(({ msisdn, status }) => [msisdn, status]));

it("a number that was blocked while its message waited gets nothing, and the message costs nothing", async () => {
  const accountId = await scheduled(SATELLITE, EXCEPTED, MOBILE);
  await block();
  await dispatch(db(), carrier, DUE, BY_DAY);
  expect(given.sort()).toEqual([MOBILE, EXCEPTED].sort());
  expect(await statusesOf(accountId)).toEqual({
    [SATELLITE]: "DELETED",
    [EXCEPTED]: "PENDING",
    [MOBILE]: "PENDING",
  });
  expect(await books(accountId)).toMatchObject({ balance: 770_000n, ledger: 770_000n });
  const scope = { since: null, until: new Date(DUE.getTime() + HOUR_MS), keptSince: null };
  expect(await auditBooks(db(), scope)).toEqual([]);
  const [message] = (await messagesOf(accountId)).filter(({ msisdn }) => msisdn === SATELLITE);
  const { timeline } = await readMessage(db(), accountId, message?.id ?? "", {
    quiet: BY_DAY.quiet,
    now: DUE,
    isAdmin: false,
  });
  expect(timeline).toContainEqual(
    expect.objectContaining({
      kind: "attempt",
      outcome: "refused",
      cause: "Its number was blocked before it was due, so no network got it.",
    }),
  );
});

it("a message that a carrier was given before goes on, though its number is blocked by then", async () => {
  const accountId = await scheduled(SATELLITE);
  const busy = carrierNamed("test", 100, async (batch) =>
    batch.map(({ id }) => ({ id, outcome: "later", code: "0x58", afterMs: 1_000, counts: true })),
  );
  await dispatch(db(), { ...busy, isIdempotent: false }, DUE, BY_DAY);
  await block();
  await dispatch(db(), carrier, new Date(DUE.getTime() + 5_000), BY_DAY);
  expect(given).toEqual([SATELLITE]);
  expect(await statusesOf(accountId)).toEqual({ [SATELLITE]: "PENDING" });
});

it("a message whose lease another worker has taken over is left to that one", async () => {
  const accountId = await scheduled(SATELLITE);
  await block();
  const message = { id: "", accountId, acceptedAt: NOW, lease: DUE, msisdn: SATELLITE, attempts: 1 };
  const [{ id = "" } = {}] = await messagesOf(accountId);
  await db().prisma.queuedMessage.updateMany({ where: { accountId }, data: { dueAt: new Date(+DUE + 1) } });
  const stale = { ...message, id } as unknown as LeasedMessage;
  expect(await withoutBlocked(db(), [stale], { carrier: "test", now: DUE })).toEqual([]);
  expect(await statusesOf(accountId)).toEqual({ [SATELLITE]: "PENDING" });
  expect(await books(accountId)).toMatchObject({ balance: 885_000n });
});
