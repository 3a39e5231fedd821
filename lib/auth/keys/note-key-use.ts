import { noteKeyUseStatement } from "@/lib/auth/keys/note-key-use.sql";
import { BoundedMap } from "@/lib/bounded-map";
import type { Database } from "@/lib/db/client";
import { describeError, log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";

/** How many keys are remembered that were noted; the oldest go first. */
const MAX_REMEMBERED = 10_000;

/** When this process last noted the use of a key. */
const noted = processWide("gatewayNotedKeyUses", () => new BoundedMap<number>(MAX_REMEMBERED));

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
  // The tokens of a key are looked up apart: one statement at a time locks its row.
  const age = now.getTime() - (noted.value.get(apiKeyId) ?? Number.NEGATIVE_INFINITY);
  if (age >= 0 && age <= NOTED_MS) return;
  noted.value.set(apiKeyId, now.getTime());
  const before = new Date(now.getTime() - NOTED_MS);
  const note = db.query(noteKeyUseStatement(apiKeyId, now, before));
  note.catch((error) => {
    noted.value.delete(apiKeyId);
    log().warn({ err: describeError(error) }, "a key's use was not noted");
  });
}
