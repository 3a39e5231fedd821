import { BoundedMap } from "@/lib/bounded-map";
import { readSession, readSessionToken } from "@/lib/http/sessions/session";
import { processWide } from "@/lib/process-wide";

/** The holders of recent sessions, by token. It only has tokens that were decrypted. */
const holders = processWide("gatewaySessionHolders", () => new BoundedMap<number>(1_000));

/**
 * Returns the person whose session a request's cookie proves, without a query of the database. Returns null for a
 * request without one, or with one that is forged or too old. The session may have ended: the result decides whose
 * turn it is, and admits no request.
 * @param cookies the header `Cookie`.
 */
export async function sessionHolder(cookies: string | undefined): Promise<number | null> {
  if (cookies === undefined) return null;
  const token = readSessionToken(cookies);
  if (token === null) return null;
  const known = holders.value.get(token);
  if (known !== undefined) return known;
  const claims = await readSession(cookies);
  if (claims) holders.value.set(token, claims.personId);
  return claims?.personId ?? null;
}
