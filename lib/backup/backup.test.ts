import {
  cpSync,
  createReadStream,
  createWriteStream,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Writable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { BackupError } from "@/lib/backup/backup-error";
import { type RestoreOptions, restoreBackup } from "@/lib/backup/restore-backup";
import { secretFingerprint } from "@/lib/backup/secret-fingerprint";
import { TABLES } from "@/lib/backup/tables.sql";
import { writeBackup } from "@/lib/backup/write-backup";
import { encrypt } from "@/lib/crypto/encryption";
import { db, openDatabase } from "@/lib/db/client";
import { MIGRATIONS, migrate } from "@/lib/db/migrations/migrate";
import { dropEmptyMonths } from "@/lib/db/partitions/partitions";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { accept, acceptWith } from "@/lib/messages/accept/accept";
import { LEASE_MS } from "@/lib/queue/leased";
import { waitingReply } from "@/tests/support/auto-replies";
import { createDatabase, databaseUrl, dropDatabase } from "@/tests/support/database/admin";
import { useTestDatabase } from "@/tests/support/database/database";
import { leasesOf, TEST_SECRET, testItem, testSubmission } from "@/tests/support/database/submission";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const NOON = new Date("2026-11-20T23:00:00Z");
const MORNING = new Date("2026-11-21T18:00:00Z");
const FINGERPRINT = secretFingerprint(TEST_SECRET);
const SAME: RestoreOptions = { authSecretFingerprint: FINGERPRINT, stoppedAt: null };

const folder = mkdtempSync(path.join(tmpdir(), "gateway-backup-"));
const file = path.join(folder, "all.backup");
const made: string[] = [];
let accountId: number;

/** Texts that would break a careless format. */
const BODIES = ["\\.", "a\n\\.\nb", "tab\there", "back\\slash", "\\N", "", "quote \" ' ;", "𝕂ia ora — ĀĒ"];

beforeAll(async () => {
  ({ accountId } = await testAccount());
  for (const body of BODIES) {
    const items = [testItem({ dueAt: NOON })];
    await accept(db(), [testSubmission(accountId, { body, items })], NOON, () => "");
  }
  const morning = testSubmission(accountId, { items: [testItem({ dueAt: MORNING })] });
  const item = testItem({ dueAt: NOON });
  const code = testSubmission(accountId, {
    items: [item],
    sendType: "otp",
    encryptedBody: encrypt("1234 is your code", TEST_SECRET),
  });
  await accept(db(), [morning, code], NOON, () => "");
  // A server is handing it over at the time of the backup.
  const leased = testSubmission(accountId, { items: [testItem({ dueAt: NOON })] });
  const lease = new Date(NOON.getTime() + LEASE_MS);
  await acceptWith(db(), [leased], {
    now: NOON,
    render: () => "",
    locking: "wait",
    leases: leasesOf(leased, lease),
  });
  await waitingReply(accountId, NOON);
  await backUp(process.env.DATABASE_URL as string, file);
});
afterEach(async () => {
  for (const name of made.splice(0)) await dropDatabase(inject("adminUrl"), name);
});
afterAll(() => rmSync(folder, { recursive: true }));

function backUp(url: string, to: string) {
  return writeBackup(url, createWriteStream(to), FINGERPRINT, () => NOON);
}

async function emptyDatabase(): Promise<string> {
  const name = `restored_${newId().replaceAll("-", "")}`;
  await createDatabase(inject("adminUrl"), name);
  made.push(name);
  return databaseUrl(inject("adminUrl"), name);
}

function restore(url: string, from = file, options = SAME) {
  return restoreBackup(url, createReadStream(from), options);
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Returns the contents of a database by table, independent of the order of rows. */
async function contents(url: string): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const { table } of await query(url, TABLES)) {
    const rows = await query(url, `select to_jsonb(t)::text as row from "${table}" t order by 1`);
    all[String(table)] = rows.map(({ row }) => row);
  }
  return all;
}

/** Writes the backup with a changed text into a file of its own. */
function changed(change: (text: string) => string): string {
  const other = path.join(folder, `${newId()}.backup`);
  writeFileSync(other, gzipSync(change(gunzipSync(readFileSync(file)).toString("utf8"))));
  return other;
}

describe("a backup that is restored", () => {
  const replies = "select due_at, text, outcome from auto_replies";

  it("has every row of every table, and ids go on where they were", async () => {
    const url = await emptyDatabase();
    const restored = await restore(url);
    expect(await contents(url)).toEqual(await contents(process.env.DATABASE_URL as string));
    expect(restored).toMatchObject({
      takenAt: NOON.toISOString(),
      rows: { messages: BODIES.length + 3, accounts: 1 },
      countedAsSent: 0,
    });
    const [next] = await query(url, "select nextval('accounts_id_seq')::int as id");
    expect(next?.id).toBe(accountId + 1);
  });

  it("has its foreign keys back", async () => {
    const url = await emptyDatabase();
    await restore(url);
    const unknown =
      "insert into ported_numbers (msisdn, network_code, ported_at) values ('64211234567', 'none', now())";
    await expect(query(url, unknown)).rejects.toThrow("foreign key");
    await expect(query(url, "delete from accounts")).rejects.toThrow("disable it instead");
  });

  it("sends nothing again that was due before the server stopped, and what waits for later as ever", async () => {
    const url = await emptyDatabase();
    const { countedAsSent } = await restore(url, file, { ...SAME, stoppedAt: NOON });
    expect(countedAsSent).toBe(BODIES.length + 2);
    const waiting = await query(url, "select due_at from message_queue where due_at is not null");
    expect(waiting).toEqual([{ due_at: MORNING }]);
    expect(await query(url, "select 1 from message_queue where encrypted_body is not null")).toEqual([]);
    expect(await query(url, replies)).toEqual([{ due_at: null, text: null, outcome: "late" }]);
    const moved = await emptyDatabase();
    await restore(moved);
    expect(await query(moved, replies)).toEqual([{ due_at: NOON, text: "Thank you", outcome: null }]);
  });

  it("is brought up to the code's migrations when it was made before the last of them", async () => {
    const older = path.join(folder, "migrations");
    const names = readdirSync(MIGRATIONS)
      .filter((name) => /^\d/.test(name))
      .sort();
    for (const name of [...names.slice(0, -1), "migration_lock.toml"]) {
      cpSync(path.join(MIGRATIONS, name), path.join(older, name), { recursive: true });
    }
    const [old, url] = [await emptyDatabase(), await emptyDatabase()];
    await migrate(old, older);
    await query(old, "insert into rates (calling_code, price_micros) values ('999', 1)");
    await backUp(old, path.join(folder, "old.backup"));
    await restore(url, path.join(folder, "old.backup"));
    expect((await migrate(url)).applied).toEqual([]);
    expect(await query(url, "select 1 as one from rates where calling_code = '999'")).toHaveLength(1);
  });
});

it("has the months that it has seen, though all in them is deleted before it is written", async () => {
  const url = await emptyDatabase();
  await restore(url);
  const own = openDatabase(url, 2);
  const dropAll = async () => {
    await own.query(sql`delete from messages`);
    return dropEmptyMonths(own, new Date("2100-01-01T00:00:00Z"));
  };
  const dropped: number[] = [];
  const target = new Writable({
    write(_chunk, _encoding, done) {
      dropAll().then((count) => {
        dropped.push(count);
        done();
      }, done);
    },
  });
  const { rows } = await writeBackup(url, target, FINGERPRINT, () => NOON);
  expect(rows.messages).toBe(BODIES.length + 3);
  expect(new Set(dropped)).toEqual(new Set([0]));
  expect(await dropAll()).toBeGreaterThan(0);
  await own.close();
});

describe("a restore is refused, and leaves no row behind", () => {
  async function refused(from: string, why: RegExp, options = SAME): Promise<void> {
    const url = await emptyDatabase();
    const failure = await restore(url, from, options).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(BackupError);
    expect((failure as Error).message).toMatch(why);
    const [table] = await query(url, "select to_regclass('accounts') is not null as exists");
    if (table?.exists) expect(await query(url, "select 1 from accounts")).toEqual([]);
  }

  it("where the file ends early", async () => {
    const whole = readFileSync(file);
    const cut = path.join(folder, "cut.backup");
    writeFileSync(cut, whole.subarray(0, whole.length - 200));
    await refused(cut, /damaged|incomplete/);
    await refused(
      changed((text) => text.slice(0, -50)),
      /incomplete/,
    );
  });

  it("where the file is something else", async () => {
    const other = path.join(folder, "other");
    writeFileSync(other, "Kia ora");
    await refused(other, /not a backup/);
    writeFileSync(other, gzipSync("Kia ora\n"));
    await refused(other, /not a backup/);
    writeFileSync(other, gzipSync('{"format":"messaging-gateway-backup-2"}\n'));
    await refused(other, /later format/);
  });

  it("where a row is missing, or more follows", async () => {
    await refused(
      changed((text) => text.replace(/^(\{"table":"networks".*\n).*\n/m, "$1")),
      /networks has/,
    );
    await refused(
      changed((text) => `${text}more\n`),
      /goes on/,
    );
  });

  it("where a ledger is not its balance", async () => {
    await refused(
      changed((text) => text.replace("\t8735000\t", "\t8735001\t")),
      /ledger of account/,
    );
  });

  it("where it was made by newer code", async () => {
    await refused(
      changed((text) => text.replace('"migrations":[', '"migrations":["29990101000000_later",')),
      /newer than this code/,
    );
  });

  it("under another AUTH_SECRET, unless that is meant", async () => {
    const other = { ...SAME, authSecretFingerprint: secretFingerprint("another secret") };
    await refused(file, /AUTH_SECRET is not that/, other);
    await expect(
      restore(await emptyDatabase(), file, { ...SAME, authSecretFingerprint: null }),
    ).resolves.toBeDefined();
  });

  it("into a database that has accounts, or that somebody uses", async () => {
    const url = await emptyDatabase();
    const user = new pg.Client({ connectionString: url });
    await user.connect();
    await expect(restore(url)).rejects.toThrow("in use");
    await user.end();
    await restore(url);
    await expect(restore(url)).rejects.toThrow("not empty");
  });

  it("after one that failed it can be tried again", async () => {
    const url = await emptyDatabase();
    await expect(
      restore(
        url,
        changed((text) => text.slice(0, -50)),
      ),
    ).rejects.toThrow(BackupError);
    expect((await restore(url)).rows.accounts).toBe(1);
  });
});

it("says nothing of the secret but whether it is the same", () => {
  expect(secretFingerprint(TEST_SECRET)).toMatch(/^[0-9a-f]{32}$/);
  expect(secretFingerprint(TEST_SECRET)).not.toBe(secretFingerprint(`${TEST_SECRET} `));
});
