import { createReadStream } from "node:fs";
import { BackupError } from "@/lib/backup/backup-error";
import { type RestoreOptions, restoreBackup } from "@/lib/backup/restore-backup";
import { secretFingerprint } from "@/lib/backup/secret-fingerprint";
import { parseNzDateTime } from "@/lib/sms/nz-time";
import { readOptions } from "@/scripts/lib/operator-command";
import { CommandError, runCommand } from "@/server/base/command-error";
import { keptSecret } from "@/server/base/kept-secret";
import { readSettings } from "@/server/base/settings";
import { lockDataDir } from "@/server/postgres/data-lock";
import { withOwnDatabase } from "@/server/postgres/database";

const USAGE = `Usage: npm run restore -- <file> --stopped-at "YYYY-MM-DD HH:MM:SS" | --stopped-before-backup [--new-secret]
Restores a backup into an empty database. State when the old server stopped sending (NZ time): messages due by then
may have been sent after the backup and are not sent again. If it stopped before the backup, use
--stopped-before-backup to send all queued messages.`;

const OPTIONS = {
  "stopped-at": { type: "string" },
  "stopped-before-backup": { type: "boolean" },
  "new-secret": { type: "boolean" },
} as const;

function readArguments(): { file: string } & RestoreOptions {
  const { positionals, values } = readOptions(OPTIONS, USAGE);
  const [file, ...rest] = positionals;
  const text = values["stopped-at"];
  const isOneOfBoth = (text !== undefined) !== (values["stopped-before-backup"] === true);
  if (file === undefined || rest.length > 0 || !isOneOfBoth) throw new CommandError(USAGE);
  const stoppedAt = text === undefined ? null : parseNzDateTime(text, "end");
  if (text !== undefined && stoppedAt === null) {
    throw new CommandError(`--stopped-at must be a time such as "2026-11-20 09:00:00".`);
  }
  const authSecretFingerprint = values["new-secret"] ? null : secretFingerprint(keptSecret().secret);
  return { file, stoppedAt, authSecretFingerprint };
}

runCommand(async () => {
  const { file, ...options } = readArguments();
  const { dataDir, databaseUrl } = readSettings();
  // A running server must not use the database meanwhile.
  if (databaseUrl === undefined) (await lockDataDir(dataDir)).release();
  try {
    const restored = await withOwnDatabase((url) => restoreBackup(url, createReadStream(file), options));
    console.log(JSON.stringify(restored, null, 2));
  } catch (error) {
    if (error instanceof BackupError) throw new CommandError(error.message);
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new CommandError(`There is no file ${file}.`);
    if (code === "EISDIR" || code === "EACCES") throw new CommandError(`${file} cannot be read (${code}).`);
    throw error;
  }
});
