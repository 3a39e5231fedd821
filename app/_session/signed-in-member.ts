import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { type ElsewhereViewer, findMember, type Member, noteSeen } from "@/lib/auth/sessions/member";
import { now } from "@/lib/clock";
import { databaseOfAccount } from "@/lib/db/cells/cells";
import { db } from "@/lib/db/client";
import { PAGE_PATH_HEADER } from "@/lib/http/paths/page-path";
import { readSession } from "@/lib/http/sessions/session";

/** Returns the signed-in person of a page, or null. The lookup runs once for all parts of the page. */
export const findSignedIn = cache(async (): Promise<Member | ElsewhereViewer | null> => {
  const claims = await readSession((await headers()).get("cookie"));
  if (!claims) return null;
  const at = now();
  const own = databaseOfAccount(db(), claims.personId);
  const member = await findMember(own, claims, at);
  if (member) await noteSeen(own, claims, member, at);
  return member;
});

/**
 * Returns the signed-in person of a page. Sends other readers to the sign-in page, which leads back to the
 * page.
 */
export async function signedInMember(): Promise<Member | ElsewhereViewer> {
  const member = await findSignedIn();
  if (member) return member;
  const back = (await headers()).get(PAGE_PATH_HEADER);
  redirect(back === null ? "/sign-in" : `/sign-in?${new URLSearchParams({ back })}`);
}
