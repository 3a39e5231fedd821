import { noteSeen, type SignedIn } from "@/lib/auth/sessions/member";
import type { Database } from "@/lib/db/client";
import type { CookieClaims } from "@/lib/http/sessions/session";
import { sessionSetCookie } from "@/lib/http/sessions/session-set-cookie";

/** The age in seconds after which a used cookie is renewed: a session may end that much earlier after its last use. */
const RENEWED_S = 3_600;

/** A use of a session by a request, and its member. */
type SessionUse = { db: Database; claims: CookieClaims; found: SignedIn; now: Date };

/**
 * Notes that a session is used, and renews its cookie if it is older than an hour (rules: sessions). A request that
 * changes something may set another cookie, so it renews none.
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
