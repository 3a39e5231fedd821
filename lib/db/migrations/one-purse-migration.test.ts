import { createReadStream, createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, it } from "vitest";
import { restoreBackup } from "@/lib/backup/restore-backup";
import { writeBackup } from "@/lib/backup/write-backup";
import { openDatabase } from "@/lib/db/client";
import { markRolledBack, migrate } from "@/lib/db/migrations/migrate";
import { newId } from "@/lib/ids";
import { auditBooks } from "@/lib/messages/audit/audit-books";
import { createDatabase, databaseUrl, dropDatabase } from "@/tests/support/database/admin";
import { databaseBefore, type Earlier } from "@/tests/support/database/before-migration";

const MIGRATION = "20261128222000_one_purse";
const PRICE = 115_000;

let earlier: Earlier;
beforeEach(async () => {
  earlier = await databaseBefore(MIGRATION);
});
afterEach(() => earlier.remove());

const query = async (text: string, values: unknown[] = []) => (await earlier.client.query(text, values)).rows;

/** Inserts an account with money in its row and in pockets, and with a debt. */
async function account(
  id: number,
  purses: { row: number; pockets?: number[]; owed?: number },
): Promise<void> {
  const { row, pockets = [], owed = 0 } = purses;
  await query(
    `insert into accounts (id, email, name, password_hash, country, created_at, balance_micros, owed_micros, pockets)
     values ($1, $2, 'A', 'none', 'NZ', '2026-11-01', $3, $4, $5)`,
    [id, `${id}@example.com`, row, owed, Math.max(1, pockets.length)],
  );
  for (const [index, micros] of pockets.entries())
    await query("insert into account_pockets (account_id, number, balance_micros) values ($1, $2, $3)", [
      id,
      index + 1,
      micros,
    ]);
}

/** Inserts entries of an account: a top-up, and deductions of one part each by day, some of them reversed. */
async function entered(id: number, topUp: number, days: { day: string; sent: number; reversed?: number }[]) {
  await query(
    `insert into ledger_entries (id, account_id, kind, amount_micros, net_micros, gst_micros, created_at)
     values ($1, $2, 'topup', $3, $3, 0, '2026-11-01')`,
    [newId(), id, topUp],
  );
  for (const { day, sent, reversed = 0 } of days)
    for (let message = 0; message < sent; message++) {
      const [entry, messageId] = [newId(), newId()];
      await query(
        `insert into ledger_entries (id, account_id, kind, amount_micros, net_micros, gst_micros, message_id, send_type,
           segments, created_at)
         values ($1, $2, 'deduction', $3, 100000, 15000, $4, 'sms', 1, $5)`,
        [entry, id, -PRICE, messageId, `${day}T06:00:00Z`],
      );
      if (message < reversed)
        await query(
          `insert into ledger_entries (id, account_id, kind, amount_micros, net_micros, gst_micros, message_id, send_type,
             segments, reverses_id, created_at)
           values ($1, $2, 'reversal', $3, 100000, 15000, $4, 'sms', 1, $5, $6)`,
          [newId(), id, PRICE, messageId, entry, `${day}T07:00:00Z`],
        );
    }
}

/** Returns the sums of messages on a day: in the account's billing days, or with a pocket's number beside them. */
const billed = (id: number, day: string, messages: number, pocket?: number) =>
  query(
    `insert into ${pocket === undefined ? "billing_days" : "pocket_days"}
       (account_id, day, send_type, rate_code, messages, segments, net_micros, gst_micros${pocket === undefined ? "" : ", pocket"})
     values ($1, $2, 'sms', '', $3::int, $3::int, $3::int * 100000, $3::int * 15000${pocket === undefined ? "" : ", $4"})`,
    pocket === undefined ? [id, day, messages] : [id, day, messages, pocket],
  );

it("moves the money of pockets into one row and their days into the billing days, so that the books agree", async () => {
  // Pockets paid for two days, one of them folded in part. A reversal stands beside the other.
  await account(1, { row: 1_000_000, pockets: [200_000, 0, 300_000] });
  await entered(1, 1_500_000 + 6 * PRICE, [
    { day: "2026-11-10", sent: 3 },
    { day: "2026-11-11", sent: 4, reversed: 1 },
  ]);
  await billed(1, "2026-11-10", 1);
  await billed(1, "2026-11-10", 2, 2);
  await billed(1, "2026-11-11", 3, 1);
  await billed(1, "2026-11-11", 1, 3);
  await billed(1, "2026-11-11", -1, 0);
  // A debt with empty pockets, and an account without any pockets.
  await account(2, { row: 0, pockets: [0, 0], owed: 70_000 });
  await entered(2, PRICE, [{ day: "2026-11-10", sent: 1 }]);
  await billed(2, "2026-11-10", 1, 2);
  await account(3, { row: 500_000 });
  await entered(3, 500_000 + PRICE, [{ day: "2026-11-10", sent: 1 }]);
  await billed(3, "2026-11-10", 1);

  await migrate(earlier.url);

  expect(
    await query(
      "select id, balance_micros::int as balance, owed_micros::int as owed from accounts order by id",
    ),
  ).toEqual([
    { id: 1, balance: 1_500_000, owed: 0 },
    { id: 2, balance: 0, owed: 70_000 },
    { id: 3, balance: 500_000, owed: 0 },
  ]);
  expect(
    await query(
      `select account_id as id, day::text, messages::int, segments::int, (net_micros + gst_micros)::int as micros
       from billing_days order by 1, 2`,
    ),
  ).toEqual([
    { id: 1, day: "2026-11-10", messages: 3, segments: 3, micros: 3 * PRICE },
    { id: 1, day: "2026-11-11", messages: 3, segments: 3, micros: 3 * PRICE },
    { id: 2, day: "2026-11-10", messages: 1, segments: 1, micros: PRICE },
    { id: 3, day: "2026-11-10", messages: 1, segments: 1, micros: PRICE },
  ]);
  expect(
    await query(`select to_regclass('account_pockets') is null and to_regclass('pocket_days') is null
      and to_regproc('account_is_active') is null as "areDropped"`),
  ).toEqual([{ areDropped: true }]);
  const migrated = openDatabase(earlier.url, 2);
  const now = new Date("2026-11-20T00:00:00Z");
  // The books are older than all stored messages.
  const range = { since: null, until: now, keptSince: now };
  expect(await auditBooks(migrated, range)).toEqual([]);
  await migrated.close();
});

it("is refused while an account with pockets moves to another cell, and changes nothing", async () => {
  await account(1, { row: 100, pockets: [20, 30] });
  await query(
    "insert into move_fence (id, move, accounts, state) values (1, gen_random_uuid(), '{1}', 'leaving')",
  );
  await expect(migrate(earlier.url)).rejects.toThrow("is being moved to another cell");
  expect(await query("select sum(balance_micros)::int as micros from account_pockets")).toEqual([
    { micros: 50 },
  ]);
  expect(await query("select balance_micros::int as micros from accounts")).toEqual([{ micros: 100 }]);
  await query("delete from move_fence");
  await markRolledBack(earlier.url, MIGRATION);
  await migrate(earlier.url);
  expect(await query("select balance_micros::int as micros from accounts")).toEqual([{ micros: 150 }]);
});

/** Backs the earlier database up, restores the file into an empty database, and returns the balances there. */
async function restored(): Promise<number[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "gateway-one-purse-"));
  const file = path.join(folder, "backup");
  const name = `restored_${newId().replaceAll("-", "")}`;
  const url = databaseUrl(inject("adminUrl"), name);
  await createDatabase(inject("adminUrl"), name);
  try {
    await writeBackup(earlier.url, createWriteStream(file), "", () => new Date());
    await restoreBackup(url, createReadStream(file), { authSecretFingerprint: null, stoppedAt: null });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query("select balance_micros::int as micros from accounts order by id");
    await client.end();
    return rows.map(({ micros }) => micros);
  } finally {
    await dropDatabase(inject("adminUrl"), name);
    rmSync(folder, { recursive: true });
  }
}

it("restores a backup from before, of which the ledger must sum to the row and its pockets", async () => {
  await account(1, { row: 100, pockets: [20, 30] });
  await entered(1, 150, []);
  expect(await restored()).toEqual([150]);
  await query("update account_pockets set balance_micros = 31 where number = 2");
  await expect(restored()).rejects.toThrow("the ledger of account 1 is not its balance");
});
