import { findMember } from "@/lib/auth/sessions/member";
import { now } from "@/lib/clock";
import { VIEWER } from "@/lib/contracts/base/roles";
import { databaseOfAccount } from "@/lib/db/cells/cells";
import { db } from "@/lib/db/client";
import { readSession } from "@/lib/http/sessions/session";

/** The pages of Administration. */
const ADMINISTRATION = /^\/admin(\/|$)/;

/**
 * Returns whether a page does not exist for a visitor: Administration, for a member who is no administrator. It is
 * checked before the page is drawn, so that the answer is a 404; the page checks again. The page leads a visitor who
 * is not signed in to the sign-in page.
 * @param cookies the header `Cookie`.
 */
export async function isHiddenPage(path: string, cookies: string | null): Promise<boolean> {
  if (!ADMINISTRATION.test(path)) return false;
  const claims = await readSession(cookies);
  // If the database is away, the page says so.
  const member =
    claims && (await findMember(databaseOfAccount(db(), claims.personId), claims, now()).catch(() => null));
  // The page leads a viewer of an account back to it.
  return member !== null && !member.isAdmin && member.role !== VIEWER;
}
