import { findMember } from "@/lib/auth/sessions/member";
import { now } from "@/lib/clock";
import { VIEWER } from "@/lib/contracts/base/roles";
import { databaseOfAccount } from "@/lib/db/cells/cells";
import { db } from "@/lib/db/client";
import { readSession } from "@/lib/http/sessions/session";

/** The pages of Administration. */
const ADMINISTRATION = /^\/admin(\/|$)/;

/**
 * Whether a page is none to who asks: Administration, for who is signed in and no administrator. Asked before the page,
 * so that the answer is a 404; the page looks again. Who is not signed in is led to the sign-in page by it.
 * @param cookies the header `Cookie`.
 */
export async function isHiddenPage(path: string, cookies: string | null): Promise<boolean> {
  if (!ADMINISTRATION.test(path)) return false;
  const claims = await readSession(cookies);
  // Where the database is away, the page says so.
  const member =
    claims && (await findMember(databaseOfAccount(db(), claims.personId), claims, now()).catch(() => null));
  // Who views an account is led back to it by the page.
  return member !== null && !member.isAdmin && member.role !== VIEWER;
}
