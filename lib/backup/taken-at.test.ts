import { createReadStream, createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { expect, inject, it, onTestFinished, vi } from "vitest";
import { restoreBackup } from "@/lib/backup/restore-backup";
import { writeBackup } from "@/lib/backup/write-backup";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { accept } from "@/lib/messages/accept/accept";
import { LEASE_MS } from "@/lib/queue/leased";
import { createDatabase, databaseUrl, dropDatabase } from "@/tests/support/database/admin";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const NOON = new Date("2026-11-20T23:00:00Z");

it("what was leased while a backup waited for its tables is not sent again", async () => {
  const { accountId } = await testAccount();
  await accept(db(), [testSubmission(accountId, { items: [testItem({ dueAt: NOON })] })], NOON, () => "");
  const folder = mkdtempSync(path.join(tmpdir(), "gateway-backup-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "late.backup");
  const home = process.env.DATABASE_URL as string;
  const other = new pg.Client({ connectionString: home });
  await other.connect();
  await other.query("begin; lock table messages in access exclusive mode");
  let at = NOON;
  const written = writeBackup(home, createWriteStream(file), "fingerprint", () => at);
  const waiting = () =>
    db().query(sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like 'lock table "%'`);
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), 5_000);
  at = new Date(NOON.getTime() + 30_000);
  const lease = new Date(at.getTime() + LEASE_MS);
  await other.query("update message_queue set due_at = $1, first_tried_at = $2", [lease, at]);
  await other.query("commit");
  await other.end();
  await written;
  const name = `restored_${newId().replaceAll("-", "")}`;
  await createDatabase(inject("adminUrl"), name);
  onTestFinished(() => dropDatabase(inject("adminUrl"), name));
  const stopped = { authSecretFingerprint: null, stoppedAt: at };
  const url = databaseUrl(inject("adminUrl"), name);
  expect(await restoreBackup(url, createReadStream(file), stopped)).toMatchObject({
    takenAt: at.toISOString(),
    countedAsSent: 1,
  });
});
