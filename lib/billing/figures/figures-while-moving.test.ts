import { expect, it } from "vitest";
import { now } from "@/lib/clock";
import { readMoved } from "@/lib/db/cells/moved";
import { db } from "@/lib/db/client";
import { readMetrics } from "@/lib/jobs/metrics/read-metrics";
import { nzDate } from "@/lib/sms/nz-time";
import { parseQuietHours } from "@/lib/sms/quiet-hours";
import { useTestCells } from "@/tests/support/database/cells";
import { ask } from "@/tests/support/member";
import { moveAccount } from "@/tests/support/moves/cells-of-test";
import { testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET: domains } = handlersOf("/api/admin/domains");
const { GET: figuresFile } = handlersOf("/api/admin/figures/export");
const { GET: figures } = handlersOf("/api/admin/figures");
const { GET: marginFile } = handlersOf("/api/admin/networks/margin/export");
const { GET: margin } = handlersOf("/api/admin/networks/margin");

useTestCells();

type Sums = { messages: number; charged: string; cost: string };
type Read = { total: Sums; accounts: { id: number }[]; networks: { messages: number }[] };

it("figures, metrics, margins, their files and what waits for a decision count an account once while two cells have it", async () => {
  const administrator = await testAccount({ admin: true });
  const { accountId } = await testAccount();
  const today = nzDate(now());
  const day = new Date(today);
  await db().prisma.billingDay.create({
    data: {
      accountId,
      day,
      sendType: "sms",
      rateCode: "",
      messages: 7n,
      segments: 7n,
      netMicros: 700_000n,
      gstMicros: 105_000n,
    },
  });
  await db().prisma.carrierDay.create({
    data: {
      accountId,
      day,
      carrier: "north",
      shard: 0,
      messages: 7n,
      netMicros: 700_000n,
      costMicros: 140_000n,
    },
  });
  const request = { domain: "shop.example.com", requestedAt: now() };
  await db().prisma.domainRequest.create({ data: { accountId, ...request } });
  const month = today.slice(0, 7);
  const read = async () => {
    await readMoved(db());
    const query = { start: today, end: today };
    const shown = await ask<Read>(figures, administrator, { query });
    const left = await ask<Read>(margin, administrator, { query: { month } });
    const files = [
      await ask(figuresFile, administrator, { query }),
      await ask(marginFile, administrator, { query: { month } }),
    ];
    const setup = { quiet: parseQuietHours("21:00", "07:00"), simulator: "simulator" };
    const billed = (await readMetrics(db(), setup, now())).find(({ name }) => /messages_today$/.test(name));
    const waiting = await ask<{ domains: { accountId: number }[] }>(domains, administrator, {});
    return {
      waiting: waiting.body.domains.map((entry) => entry.accountId),
      billed: billed?.samples.reduce((sum, { value }) => sum + value, 0),
      total: shown.body.total.messages,
      accounts: [shown, left].map(({ body }) => body.accounts.map(({ id }) => id)),
      networks: left.body.networks.map(({ messages }) => messages),
      lines: files.map(({ text }) => text.trim().split("\n").length - 1),
    };
  };
  const once = {
    waiting: [accountId],
    billed: 7,
    total: 7,
    accounts: [[accountId], [accountId]],
    networks: [7],
    lines: [1, 1],
  };
  expect(await read()).toEqual(once);
  const found: Record<string, unknown> = {};
  const step = async (name: string) => {
    if (/^(compare all|finish|remake)$/.test(name)) found[name] = await read();
  };
  await moveAccount(accountId, 2, { step });
  expect(found).toEqual({ "compare all": once, finish: once, remake: once });
  expect(await read()).toEqual(once);
});
