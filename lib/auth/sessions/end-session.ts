import type { Queryable } from "@/lib/db/client";

/** How long a session lasts after its last use, in seconds (rules: sessions). */
export const SESSION_S = 7 * 24 * 3_600;

/** A cookie that was being renewed at the moment of signing out is made a little later than it. */
const SLACK_MS = 3_600_000;

/**
 * Ends one session for good, whoever has a copy of its cookie; the account's others live on. It is remembered until
 * every cookie that could hold it is too old by itself. Safe to repeat.
 */
export async function endSession(db: Queryable, sessionId: string, now: Date): Promise<void> {
  const endsAt = new Date(now.getTime() + SESSION_S * 1_000 + SLACK_MS);
  await db.prisma.endedSession.createMany({ data: { id: sessionId, endsAt }, skipDuplicates: true });
}
