import { describe, expect, it, vi } from "vitest";
import { HEAD, GET as healthz, POST as post } from "@/app/healthz/route";
import { GET as readyz } from "@/app/readyz/route";
import { closeDb, db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { reloadEnv } from "@/lib/env";
import { accept } from "@/lib/messages/accept/accept";
import { announceStop } from "@/lib/shutdown";
import { waitingReply } from "@/tests/support/auto-replies";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { call, emptyQueue, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

/** Returns the status and the reason of `/readyz`. The server repeats its response for a second. */
async function probe() {
  const { status, body } = await call(readyz, { method: "GET" });
  return [status, body.reason];
}

/** Changes a setting for new connections to the test's database, and closes the existing ones. */
async function setForDatabase(setting: string): Promise<void> {
  const [row] = await db().query<{ name: string }>(sql`select current_database() as name`);
  await db().query({ text: `alter database "${row?.name}" ${setting}`, values: [] });
  await closeDb();
}

describe("/healthz and /readyz", () => {
  it("say that the server lives, and that it can work", async () => {
    expect(await call(healthz, { method: "GET" })).toMatchObject({ status: 200, body: { status: "ok" } });
    expect(await call(readyz, { method: "GET" })).toMatchObject({ status: 200, body: { status: "ready" } });
  });

  it("say that the server will stop while it still lives", async () => {
    announceStop();
    expect(await call(readyz, { method: "GET" })).toMatchObject({
      status: 503,
      body: { status: "unavailable", reason: "shutting_down" },
    });
    expect(await call(healthz, { method: "GET" })).toMatchObject({ status: 200 });
    announceStop(false);
  });

  it("answer HEAD as GET, and 405 with Allow to anything else", async () => {
    expect((await call(HEAD, { method: "HEAD" })).status).toBe(200);
    const { status, headers, body } = await call(post);
    expect([status, headers.get("allow"), body.code]).toEqual([405, "GET, HEAD", "method_not_allowed"]);
  });

  it("say that the database takes no writes: it is read-only, or its disk is full", async () => {
    await setForDatabase("set default_transaction_read_only = on");
    expect(await probe()).toEqual([503, "database_refuses_writes"]);
    await db().query(sql`set default_transaction_read_only = off`);
    await setForDatabase("reset default_transaction_read_only");
    expect(await probe()).toEqual([200, undefined]);
    // Simulates a full disk: files cannot grow.
    await setForDatabase("set temp_file_limit = '16kB'");
    expect(await probe()).toEqual([503, "database_refuses_writes"]);
    await setForDatabase("reset temp_file_limit");
    expect(await probe()).toEqual([200, undefined]);
  });

  it("names the queues with overdue work, though the server is ready", async () => {
    const { accountId } = await testAccount();
    const at = new Date(Date.now() - 3 * 60_000);
    await accept(db(), [testSubmission(accountId, { items: [testItem({ dueAt: at })] })], at, () => "");
    await waitingReply(accountId, at);
    await closeDb();
    expect(await call(readyz, { method: "GET" })).toMatchObject({
      status: 200,
      body: { status: "ready", overdue: ["dispatch", "replies"] },
    });
    await emptyQueue();
    await db().prisma.autoReply.deleteMany();
    await closeDb();
    expect((await call(readyz, { method: "GET" })).body).toEqual({ status: "ready" });
  });

  it("look at the database once a second, however often they are asked", async () => {
    const written = () => db().query(sql`select written_at, xmin::text from readiness`);
    await closeDb();
    const beganAt = performance.now();
    expect(await probe()).toEqual([200, undefined]);
    const first = await written();
    const look = vi.spyOn(db(), "transaction");
    const answers = await Promise.all(Array.from({ length: 50 }, probe));
    expect(new Set(answers.map(([status]) => status))).toEqual(new Set([200]));
    expect(look.mock.calls.length).toBeLessThanOrEqual(Math.floor((performance.now() - beganAt) / 1_000));
    look.mockRestore();
    await expect
      .poll(async () => {
        await probe();
        return written();
      })
      .not.toEqual(first);
  });

  it("say why it cannot work: a migration missing, one too many, no database", async () => {
    const [row] = await db().query<{ name: string }>(
      sql`update _prisma_migrations set migration_name = '00000000000000_other' returning migration_name as name`,
    );
    expect(row?.name).toBe("00000000000000_other");
    await expect.poll(probe).toEqual([503, "database_newer_than_code"]);
    await db().query(sql`delete from _prisma_migrations`);
    await expect.poll(probe).toEqual([503, "migrations_pending"]);
    await closeDb();
    const url = process.env.DATABASE_URL as string;
    process.env.DATABASE_URL = "postgres://nobody@127.0.0.1:1/none";
    reloadEnv();
    expect(await probe()).toEqual([503, "database_unreachable"]);
    expect(await call(healthz, { method: "GET" })).toMatchObject({ status: 200 });
    await closeDb();
    process.env.DATABASE_URL = url;
    reloadEnv();
  });
});
