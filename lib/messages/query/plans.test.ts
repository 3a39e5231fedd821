import { beforeAll, expect, it } from "vitest";
import { Simulator } from "@/lib/carriers/simulator";
import { type Database, db } from "@/lib/db/client";
import { PARTITIONED } from "@/lib/db/partitions/partitions.sql";
import { type Sql, sql } from "@/lib/db/sql";
import { discardHeld } from "@/lib/domains/discard-held";
import { releaseHeld } from "@/lib/domains/release-held";
import { newId } from "@/lib/ids";
import { purgeExpired } from "@/lib/jobs/sweep/purge-expired";
import { accept } from "@/lib/messages/accept/accept";
import type { Idempotency } from "@/lib/messages/accept/submission";
import {
  cancelledStatement,
  cancellingStatement,
  countWaitingStatement,
  idsByReferenceStatement,
  lockWaitingStatement,
} from "@/lib/messages/cancel/cancel.sql";
import { collectReports } from "@/lib/messages/dispatch/cells/collect-reports";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import {
  claimExpiredStatement,
  claimStatement as claimMessagesStatement,
  dropStatement,
  nextDueStatement,
  renewStatement,
  returnToQueueStatement,
} from "@/lib/messages/dispatch/dispatch.sql";
import { type FinishedMessage, finishStatements } from "@/lib/messages/dispatch/finish/finish.sql";
import { endUnreportedStatement } from "@/lib/messages/dispatch/finish/missing-reports.sql";
import { findHeldStatement, resendElsewhereStatement } from "@/lib/messages/dispatch/held/end-holds.sql";
import {
  findStrandedStatement,
  moveStatement,
  removedCarriersStatement,
} from "@/lib/messages/dispatch/move-stranded.sql";
import { otherFormsStatement } from "@/lib/messages/dispatch/other-forms/other-forms.sql";
import {
  findParkedStatement,
  leftParkedStatement,
  parkedReferencesStatement,
  recordedOwnersStatement,
  recordedReferencesStatement,
  unparkStatement,
} from "@/lib/messages/dispatch/park-reports.sql";
import { findParkedOnStatement, settleUnknownStatement } from "@/lib/messages/dispatch/settle-unknown.sql";
import { countStatement } from "@/lib/messages/query/count-messages.sql";
import { sendFactsStatement, sendGroupsStatement } from "@/lib/messages/sends/read-send.sql";
import type { LeasedMessage } from "@/lib/queue/leased";
import { claimStatement, finishStatement, turnsStatement } from "@/lib/webhooks/delivery/deliver.sql";
import { useTestDatabase } from "@/tests/support/database/database";
import { recording, scansOf, wholeIndexesOf } from "@/tests/support/database/plans";
import { BY_DAY, NO_NIGHT, TEST_SECRET, testItem, testSubmission } from "@/tests/support/database/submission";
import { testAccount } from "@/tests/support/server/gateway";
import { registerWebhook } from "@/tests/support/webhooks/register-webhook";

useTestDatabase();

const NOW = new Date("2026-11-20T23:00:00Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);

const DAY_MS = 24 * 3_600_000;

/** Tables that are long now and empty then, or new. */
const TABLES = [
  "messages",
  "message_queue",
  "carrier_submissions",
  "webhook_deliveries",
  "idempotency_keys",
  "simulated_reports",
  "bulk_sends",
  "inbound_messages",
  "delivery_reports",
  "parked_reports",
];

let accountId: number;
beforeAll(async () => {
  accountId = (await testAccount({ balanceMicros: 10_000_000_000n })).accountId;
  await registerWebhook(db(), { accountId, kinds: ["report"], url: "https://example.com/hook" }, NOW);
  // All messages of this test are accepted at one instant. The planner could therefore skip from account to account
  // in an index.
  await db().query(sql`alter table messages_2026_11 alter column accepted_at set (n_distinct = -1)`);
});

/**
 * Takes messages through all steps from acceptance to the last report.
 * @param looks a statement that runs while the queue is full.
 */
async function workOff(database: Database, looks = sql`select 1`): Promise<void> {
  const items = (dueAt: Date | null) => Array.from({ length: 500 }, () => testItem({ dueAt }));
  const give = (dueAt: Date | null, heldHosts: string[] = []) =>
    accept(database, [testSubmission(accountId, { heldHosts, items: items(dueAt) })], NOW, () => "");
  await give(null, ["one.example.com"]);
  await discardHeld(database, { acceptedBefore: later(1) }, NOW);
  await give(null, ["two.example.com"]);
  await database.query(sql`
    insert into approved_domains (account_id, domain, approved_at) values (${accountId}, 'two.example.com', ${NOW})
    on conflict do nothing`);
  await releaseHeld(database, accountId, NOW, NO_NIGHT);
  await give(NOW);
  const submission = testSubmission(accountId, { items: items(NOW), idempotency: ownIdempotency() });
  await accept(database, [submission], NOW, () => "{}");
  await db().query(looks);
  const carrier = new Simulator(database, () => ({ delayMs: 0, authSecret: TEST_SECRET }));
  while ((await dispatch(database, carrier, NOW, BY_DAY)).claimed > 0);
  for (let at = 1; (await collectReports(database, carrier, later(at))).collected > 0; at++);
  await purgeExpired(database, later(DAY_MS));
}

function ownIdempotency(): Idempotency {
  const key = newId();
  return { key, requestHash: Buffer.from(key), expiresAt: later(1), responseSecret: key };
}

/** Returns a message in each of its outcomes. */
function finishedIn({ accountId, acceptedAt, id, lease }: LeasedMessage): FinishedMessage[] {
  const part = { part: 0, reference: "r", state: "accepted", error: null, costMicros: null } as const;
  const shared = {
    accountId,
    acceptedAt,
    id,
    lease,
    at: NOW,
    parts: [part],
    partCount: 1,
    hasEarlierParts: false,
    isPossibleDuplicate: false,
    answerMs: 1,
  };
  const again = { retryAt: NOW, isAttempt: true, unknownSince: null, putOff: 0 };
  return [
    { ...shared, outcome: "accepted", partsLeft: null },
    { ...shared, outcome: "again", ...again },
    { ...shared, outcome: "lost" },
    { ...shared, outcome: "refused" },
  ];
}

it.each([
  ["has not looked at them yet", sql`select 1`],
  ["saw them empty", sql`analyze`],
  ["saw them empty and cleared up", sql`vacuum analyze`],
  ["saw them full", sql`analyze`, sql`analyze`],
])("looks rows up by their index where the planner %s", async (_, looks, whileFull?: Sql) => {
  await workOff(db());
  await db().query(looks);
  const { database, asked } = recording();
  await workOff(database, whileFull);
  const leased = {
    id: "01a1fe93-7336-73e8-9a21-230f7bc087eb",
    accountId,
    acceptedAt: NOW,
    sender: "552",
    msisdn: "64211234567",
    body: "Hello",
    encryptedBody: null,
    encoding: "GSM-7" as const,
    already: [],
    validUntil: later(2),
    unknownSince: null,
    tried: [],
    putOff: 0,
    window: null,
    attempts: 1,
    firstTriedAt: NOW,
    lease: later(1),
    network: null,
    sendType: "sms" as const,
    messageClass: "transactional" as const,
  };
  const slice = { carrierId: 1, now: NOW, after: { at: NOW, id: leased.id }, limit: 10 };
  const attempt = {
    id: leased.id,
    accountId,
    kind: "report" as const,
    number: 0,
    url: "https://example.com/hook",
    lease: later(1),
    ok: true,
    timedOut: false,
    cutShort: false,
    nextAt: null,
    at: NOW,
    statusCode: 200,
    responseBody: "",
    error: null,
    durationMs: 1,
  };
  const statements = [
    ...new Map(asked.map((statement) => [statement.text, statement])).values(),
    claimMessagesStatement({
      carrier: { id: 1, name: "north" },
      limit: 10,
      now: NOW,
      lease: later(1),
      morning: null,
      onlyBegun: true,
      months: null,
    }),
    returnToQueueStatement([leased]),
    renewStatement([leased], later(2)),
    nextDueStatement(),
    claimExpiredStatement({ now: NOW, unknownDueBy: NOW, lease: later(1), limit: 10, removed: [9] }),
    removedCarriersStatement(),
    endUnreportedStatement(NOW, NOW, 10),
    findStrandedStatement(slice),
    moveStatement([{ row: { ...leased, dueAt: NOW, hasBegun: false }, carrierId: 1 }], NOW),
    ...[true, false].map((onlyBegun) => findHeldStatement(slice, { holdMs: 1, codeHoldMs: 1, onlyBegun })),
    resendElsewhereStatement([{ row: { ...leased, dueAt: NOW, hasBegun: false }, carrierId: 1 }]),
    settleUnknownStatement("north", [{ reference: "r", msisdn: leased.msisdn, userReference: null }]),
    findParkedOnStatement("north", [{ msisdn: leased.msisdn, since: NOW }]),
    leftParkedStatement({ parkedAt: NOW, carrier: "north", reference: "r", key: "k" }, 10),
    ...[parkedReferencesStatement, recordedReferencesStatement, recordedOwnersStatement].map((about) =>
      about("north", ["r"]),
    ),
    otherFormsStatement("north", [{ index: 0, place: 0, reference: "r", msisdn: leased.msisdn }]),
    findParkedStatement("north", ["r"], 10),
    unparkStatement([{ reference: "r", key: "k" }], "north"),
    lockWaitingStatement({ accountId, ids: [leased.id] }, 10),
    lockWaitingStatement({ accountId, sendId: leased.id }, 10),
    countWaitingStatement({ accountId, sendId: leased.id }),
    idsByReferenceStatement(accountId, "order-1", 10),
    cancelledStatement(accountId, [leased.id]),
    cancellingStatement(10),
    turnsStatement(NOW, [], { untried: 9, failing: 9, slow: 9, usual: 9, prompt: 9 }),
    claimStatement(NOW, later(1), [{ ...attempt, class: "usual", most: 1 }]),
    dropStatement([{ ...leased, fate: "blocked" }], NOW),
    finishStatement([attempt], NOW, NOW),
    ...["simulator", "north"].flatMap((name) => finishStatements(finishedIn(leased), name, NOW)),
    ...finishStatements(
      [{ ...finishedIn(leased)[0], hasEarlierParts: true } as FinishedMessage],
      "north",
      NOW,
    ),
    sendFactsStatement(accountId, leased.id),
    sendGroupsStatement(accountId, leased.id, NOW),
    ...["replied", "opted_out", "no_error", "error:16"].map((outcome) =>
      countStatement(accountId, { send: leased.id, outcome }, NOW),
    ),
  ];
  const scans = (await Promise.all(statements.map((statement) => scansOf(db(), statement)))).flat();
  const ours = scans.filter(({ table }) => TABLES.includes(table));
  expect(new Set(ours.map(({ table }) => table))).toEqual(new Set(TABLES));
  const others = ours.filter(({ node, by }) => by === null || !/^Index (Only )?Scan$/.test(node));
  expect(others.map(({ node, table, by }) => `${node} of ${table} by ${by}`)).toEqual([]);
  const whole = (await Promise.all(statements.map((statement) => wholeIndexesOf(db(), statement)))).flat();
  const ofMonths = whole.filter((read) => PARTITIONED.some(({ table }) => read.startsWith(`${table}_2`)));
  expect(ofMonths).toEqual([]);
});
