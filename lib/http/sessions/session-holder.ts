import { BoundedMap } from "@/lib/bounded-map";
import { readSession, readSessionToken } from "@/lib/http/sessions/session";
import { processWide } from "@/lib/process-wide";

/** Holders of the sessions that came last, by token. Only tokens that were opened are here. */
const holders = processWide("gatewaySessionHolders", () => new BoundedMap<number>(1_000));

/**
 * Returns the person whose session a request's cookie proves, without asking the database; null for a request without
 * one, or with one that is forged or too old. The session may have ended: this says whose turn it is, and admits nobody.
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
