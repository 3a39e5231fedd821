import { cookies } from "next/headers";
import { findSignedIn } from "@/app/_session/signed-in-member";
import { listKeys } from "@/lib/auth/keys/api-keys";
import { now } from "@/lib/clock";
import { isAllowed } from "@/lib/contracts/base/roles";
import { listApiKeys } from "@/lib/contracts/generated/members/api-keys";
import { LANGUAGE_COOKIE, type Language, toLanguage } from "@/lib/contracts/samples/language-names";
import { databaseOfAccount } from "@/lib/db/cells/cells";
import { db } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";

/** The email address of who reads and is signed in. A page that anybody may read is shown without the database too. */
export async function readerEmail(): Promise<string | null> {
  try {
    return (await findSignedIn())?.email ?? null;
  } catch (error) {
    logFailure(error, {}, "a page for anybody is shown as to somebody who is not signed in");
    return null;
  }
}

/**
 * The client ID of the newest API key that the reader can use. It is no secret: the secret beside it is stored as a
 * hash, and nobody can show it again.
 */
export async function readerClientId(): Promise<string | null> {
  try {
    const member = await findSignedIn();
    const keys =
      member && isAllowed(listApiKeys.roles, member.role)
        ? await listKeys(databaseOfAccount(db(), member.accountId), member.accountId, now())
        : [];
    return keys.find(({ state }) => state === "active")?.clientId ?? null;
  } catch (error) {
    logFailure(error, {}, "a page for anybody is shown without its reader's key");
    return null;
  }
}

/** The language of samples that was chosen in the reader's browser. */
export async function readerLanguage(): Promise<Language> {
  return toLanguage((await cookies()).get(LANGUAGE_COOKIE)?.value);
}
