import { afterEach, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { useTestDatabase } from "@/tests/support/database/database";
import { testAccount } from "@/tests/support/server/gateway";
import { killServers, startServer } from "@/tests/support/server/production-server";

useTestDatabase();
afterEach(killServers);

const AN_HOUR_AGO = new Date(Date.now() - 3_600_000);

/** How often requests for domains were read, which a server does for nothing but the overview as long as nobody asks. */
async function readsOfRequests(): Promise<number> {
  const [row] = await db().query<{ reads: number }>(sql`
    select (coalesce(idx_scan, 0) + coalesce(seq_scan, 0))::int as reads from pg_stat_user_tables
    where relname = 'domain_requests'`);
  return row?.reads ?? 0;
}

it("has rendered the overview before anybody asks, notes nothing of it, and signs nobody in", async () => {
  const { accountId } = await testAccount();
  await db().prisma.session.create({
    data: {
      ...{ id: newId(), accountId, personId: accountId, address: "192.0.2.1", browser: "" },
      ...{ beganAt: AN_HOUR_AGO, lastSeenAt: AN_HOUR_AGO },
    },
  });
  const before = await readsOfRequests();
  const { address } = await startServer({ PAGES: "yes" });
  expect((await fetch(`${address}/sign-in`)).status).toBe(200);
  await expect.poll(readsOfRequests, { timeout: 30_000 }).toBeGreaterThan(before);
  const [session] = await db().prisma.session.findMany({ where: { accountId } });
  expect(session?.lastSeenAt).toEqual(AN_HOUR_AGO);
  const [membership] = await db().prisma.membership.findMany({ where: { accountId } });
  expect(membership?.lastSeenAt).toBeNull();
  expect(await db().prisma.activity.count({ where: { accountId } })).toBe(0);
  const page = await fetch(`${address}/overview`, { redirect: "manual" });
  expect(page.headers.get("location")).toContain("/sign-in");
  expect((await fetch(`${address}/api/members/overview`)).status).toBe(401);
}, 120_000);
