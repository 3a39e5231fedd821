import { noteKeyUseStatement } from "@/lib/auth/keys/note-key-use.sql";
import type { Database } from "@/lib/db/client";
import { describeError, log } from "@/lib/log";

/** How often a key's last use is written down: it is for people to read, and no call waits for it. */
const NOTED_MS = 60_000;

/** Writes down that a key is in use, unless that was done a moment ago. */
export function noteKeyUse(
  db: Database,
  key: { apiKeyId: string; lastUsedAt: Date | null },
  now: Date,
): void {
  const { apiKeyId, lastUsedAt } = key;
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() <= NOTED_MS) return;
  const before = new Date(now.getTime() - NOTED_MS);
  const note = db.query(noteKeyUseStatement(apiKeyId, now, before));
  note.catch((error) => log().warn({ err: describeError(error) }, "a key's use was not noted"));
}
