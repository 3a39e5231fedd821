import { noteSeen, type SignedIn } from "@/lib/auth/sessions/member";
import type { Database } from "@/lib/db/client";
import type { CookieClaims } from "@/lib/http/sessions/session";
import { sessionSetCookie } from "@/lib/http/sessions/session-set-cookie";

/** After how long a cookie that is used is made anew, in seconds: a session lasts so much less after its last use. */
const RENEWED_S = 3_600;

/** A session that is used by a request, and who it is. */
type SessionUse = { db: Database; claims: CookieClaims; found: SignedIn; now: Date };

/**
 * Notes that a session is used, and has its cookie last from now on, where that is not of the last hour (rules: sessions). What
 * changes something may give another cookie, and renews none.
 * @param headers of the response.
 */
export async function goOn(
  { method }: { method: string },
  headers: Record<string, string>,
  { db, claims, found, now }: SessionUse,
): Promise<void> {
  await noteSeen(db, claims, found, now);
  const ageS = now.getTime() / 1_000 - claims.madeAt;
  if (method === "GET" && ageS >= RENEWED_S) headers["set-cookie"] = await sessionSetCookie(claims);
}
