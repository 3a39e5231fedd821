import { beforeEach, expect, it } from "vitest";
import type { Carrier, Outgoing, Settle } from "@/lib/carriers/carrier";
import { type Database, db } from "@/lib/db/client";
import { carrierEvents } from "@/lib/jobs/carriers/carrier-events";
import { accept } from "@/lib/messages/accept/accept";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { accepted, carrierNamed } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY, testItem, testSubmission } from "@/tests/support/database/submission";
import { emptyQueue, messagesOf, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();
beforeEach(emptyQueue);

const NOW = new Date("2026-11-20T23:00:00Z");

it("has a report that comes right after its answer find the message, though the answer is still to be recorded", async () => {
  const { accountId } = await testAccount();
  const items = [testItem({ dueAt: NOW }), testItem({ dueAt: NOW })];
  await accept(db(), [testSubmission(accountId, { items })], NOW, () => "");
  const given: Outgoing[] = [];
  let settle: Settle = () => undefined;
  const carrier: Carrier = {
    ...carrierNamed("prompt", 10, async () => []),
    submit: (batch, answer) => {
      given.push(...batch);
      settle = answer;
    },
  };
  const statements: string[] = [];
  const database: Database = {
    ...db(),
    query: (statement) => {
      statements.push(statement.text);
      return db().query(statement);
    },
  };
  const dispatched = dispatch(database, carrier, NOW, BY_DAY);
  await expect.poll(() => given.length).toBe(2);
  const [first = "", second = ""] = given.map(({ id }) => id);
  // The other message has no answer yet: the recorder gathers answers for a moment.
  settle([accepted(first, "r1")]);
  const report = { reference: "r1", key: "r1/1", code: 1, reportedAt: NOW };
  await carrierEvents(database, carrier).reports([report]);
  const rows = await messagesOf(accountId);
  expect(rows.find(({ id }) => id === first)?.status).toBe("DELIVRD");
  expect(statements.filter((text) => text.includes("insert into parked_reports"))).toEqual([]);
  settle([accepted(second, "r2")]);
  await dispatched;
});

it("records no more reports by one statement than is bounded, however many gathered", async () => {
  const calls: number[] = [];
  const database: Database = {
    ...db(),
    query: (statement) => {
      const [references] = statement.values.filter((value) => Array.isArray(value));
      if (statement.text.includes("record_reports_v1")) calls.push((references as unknown[]).length);
      return db().query(statement);
    },
  };
  const reports = Array.from({ length: 1_200 }, (_, index) => ({
    reference: `many-${index}`,
    key: "1",
    code: 1,
    reportedAt: NOW,
  }));
  const carrier = carrierNamed("many", 10, async () => []);
  await carrierEvents(database, carrier).reports(reports);
  expect(calls.length).toBeGreaterThan(2);
  expect(Math.max(...calls)).toBe(500);
  expect(await db().prisma.parkedReport.count({ where: { carrier: "many" } })).toBe(1_200);
});
