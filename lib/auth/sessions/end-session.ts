import { endViews } from "@/lib/auth/sessions/end-view";
import type { Database } from "@/lib/db/client";
import { inChangeTurn } from "@/lib/db/locks/caller-turns";

/** How long a session lasts after its last use, in seconds (rules: sessions). */
export const SESSION_S = 7 * 24 * 3_600;

/**
 * How long after its last use a session is forgotten, in milliseconds: a cookie that was being renewed at that moment is
 * made a little later than it.
 */
export const SESSION_KEPT_MS = SESSION_S * 1_000 + 3_600_000;

/**
 * Ends one session for good, whoever has a copy of its cookie; the person's others live on. A view of an account ends with
 * it. Safe to repeat.
 */
export async function endSession(db: Database, sessionId: string, now: Date): Promise<void> {
  await inChangeTurn(db, `session ${sessionId}`, () =>
    db.transaction(async (tx) => {
      await endViews(tx, { sessionId }, { how: "session" }, now);
      await tx.prisma.session.deleteMany({ where: { id: sessionId } });
    }),
  );
}
