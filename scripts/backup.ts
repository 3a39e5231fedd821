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
 * Writes to another file first, so that an interrupted backup cannot pass for a complete one. The name has this
 * process's id: another backup at the same time writes another file.
 */
async function writeWhole(file: string, write: (out: Writable) => Promise<object>) {
  const partial = `${file}.${process.pid}.partial`;
  // The file contains messages and phone numbers, so other users must not read it.
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

/**
 * Gives a file its name, and rejects a name that another file has got meanwhile. If the file system has no links, it
 * cannot detect that.
 */
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

/** Returns the error if the file cannot be written; undefined if something else has failed. */
function writingError(error: unknown, file: string): CommandError | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException;
  const isOfFile = ["open", "write", "fsync", "rename"].includes(syscall ?? "");
  return isOfFile ? new CommandError(`${file} cannot be written (${code}).`) : undefined;
}

/** Sets `now` to the database's clock, which leases of messages and the backup's time use. */
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
