import { endViews } from "@/lib/auth/sessions/end-view";
import type { Database } from "@/lib/db/client";
import { inChangeTurn } from "@/lib/db/locks/caller-turns";

/** The lifetime of a session after its last use, in seconds (rules: sessions). */
export const SESSION_S = 7 * 24 * 3_600;

/**
 * The time after its last use at which a session is deleted, in milliseconds. A cookie that was renewed at that
 * moment is slightly newer than the row.
 */
export const SESSION_KEPT_MS = SESSION_S * 1_000 + 3_600_000;

/**
 * Ends one session for good, with all copies of its cookie. The person's other sessions stay. A view of an account
 * ends with it. Safe to repeat.
 */
export async function endSession(db: Database, sessionId: string, now: Date): Promise<void> {
  await inChangeTurn(db, `session ${sessionId}`, () =>
    db.transaction(async (tx) => {
      await endViews(tx, { sessionId }, { how: "session" }, now);
      await tx.prisma.session.deleteMany({ where: { id: sessionId } });
    }),
  );
}
