import { noteKeyUseStatement } from "@/lib/auth/keys/note-key-use.sql";
import { BoundedMap } from "@/lib/bounded-map";
import type { Database } from "@/lib/db/client";
import { describeError, log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";

/** The most keys with a cached use. The oldest are dropped first. */
const MAX_REMEMBERED = 10_000;

/** The times at which this process last recorded the use of a key. */
const noted = processWide("gatewayNotedKeyUses", () => new BoundedMap<number>(MAX_REMEMBERED));

/** The interval between two records of a key's use. The time is for people, and no call waits for it. */
const NOTED_MS = 60_000;

/** Records that a key is in use, unless it was recorded a moment ago. */
export function noteKeyUse(
  db: Database,
  key: { apiKeyId: string; lastUsedAt: Date | null },
  now: Date,
): void {
  const { apiKeyId, lastUsedAt } = key;
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() <= NOTED_MS) return;
  // Look-ups of a key's tokens are separate. This map prevents concurrent statements on the key's row.
  const age = now.getTime() - (noted.value.get(apiKeyId) ?? Number.NEGATIVE_INFINITY);
  if (age >= 0 && age <= NOTED_MS) return;
  noted.value.set(apiKeyId, now.getTime());
  const before = new Date(now.getTime() - NOTED_MS);
  const note = db.query(noteKeyUseStatement(apiKeyId, now, before));
  note.catch((error) => {
    noted.value.delete(apiKeyId);
    log().warn({ err: describeError(error) }, "the use of a key was not recorded");
  });
}
