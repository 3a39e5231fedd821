import { existsSync } from "node:fs";
import { link, open, rename, rm } from "node:fs/promises";
import type { Writable } from "node:stream";
import { BackupError } from "@/lib/backup/backup-error";
import { secretFingerprint } from "@/lib/backup/secret-fingerprint";
import { writeBackup } from "@/lib/backup/write-backup";
import { now } from "@/lib/clock";
import { openDatabase } from "@/lib/db/client";
import { measureClock } from "@/lib/jobs/clock/measure-clock";
import { readOptions } from "@/scripts/lib/operator-command";
import { CommandError, runCommand } from "@/server/base/command-error";
import { keptSecret } from "@/server/base/kept-secret";
import { withDatabase } from "@/server/postgres/database";

const USAGE = `Usage: npm run backup -- <file>
Writes all data to a new file while servers run. Any PostgreSQL version can restore it: see npm run restore.`;

/**
 * Written to another file first, so that nobody takes an interrupted backup for a whole one. That one is this process's own:
 * what another backup writes at the same time is in neither.
 */
async function writeWhole(file: string, write: (out: Writable) => Promise<object>) {
  const partial = `${file}.${process.pid}.partial`;
  // Messages and phone numbers are in it: nobody else may read it.
  const handle = await open(partial, "w", 0o600);
  try {
    const result = await write(handle.createWriteStream({ flush: true }));
    await putInPlace(partial, file);
    return result;
  } catch (error) {
    await handle.close();
    throw error;
  } finally {
    await rm(partial, { force: true });
  }
}

/** Gives a file its name, and refuses one that has been taken meanwhile. Where there are no links, it cannot tell. */
async function putInPlace(partial: string, file: string): Promise<void> {
  try {
    await link(partial, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw alreadyThere(file);
    await rename(partial, file);
  }
}

function alreadyThere(file: string): CommandError {
  return new CommandError(`${file} already exists. Choose a new file.`);
}

/** What is said where the file cannot be written; undefined where something else has failed. */
function writingError(error: unknown, file: string): CommandError | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException;
  const isOfFile = ["open", "write", "fsync", "rename"].includes(syscall ?? "");
  return isOfFile ? new CommandError(`${file} cannot be written (${code}).`) : undefined;
}

/** Leases of messages are by the database's clock, and so is the time that the backup says. */
async function followDatabaseClock(url: string): Promise<void> {
  const db = openDatabase(url, 1);
  try {
    await measureClock(db);
  } finally {
    await db.close();
  }
}

runCommand(async () => {
  const { positionals } = readOptions({}, USAGE);
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new CommandError(USAGE);
  if (existsSync(file)) throw alreadyThere(file);
  const { secret, place } = keptSecret();
  try {
    const result = await withDatabase((url) =>
      writeWhole(file, async (out) => {
        await followDatabaseClock(url);
        return writeBackup(url, out, secretFingerprint(secret), now);
      }),
    );
    console.log(JSON.stringify({ file, ...result }, null, 2));
    console.error(
      `Also keep ${place}, somewhere else. Without it, encrypted data in the backup can't be read.`,
    );
  } catch (error) {
    if (error instanceof BackupError) throw new CommandError(error.message);
    throw writingError(error, file) ?? error;
  }
});
