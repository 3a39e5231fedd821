import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { findMember, type Member } from "@/lib/auth/sessions/member";
import { db } from "@/lib/db/client";
import { PAGE_PATH_HEADER } from "@/lib/http/paths/page-path";
import { readSession } from "@/lib/http/sessions/session";

/**
 * The person who is signed in to a page. Others are led to the sign-in page, and from there back to the page.
 */
export async function signedInMember(): Promise<Member> {
  const asked = await headers();
  const claims = await readSession(asked.get("cookie"));
  const member = claims && (await findMember(db(), claims));
  if (member) return member;
  const back = asked.get(PAGE_PATH_HEADER);
  redirect(back === null ? "/sign-in" : `/sign-in?${new URLSearchParams({ back })}`);
}
