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

/**
 * Returns the email address of the signed-in reader. A public page is shown without it if the database is
 * down.
 */
export async function readerEmail(): Promise<string | null> {
  try {
    return (await findSignedIn())?.email ?? null;
  } catch (error) {
    logFailure(error, {}, "the reader of a public page could not be read");
    return null;
  }
}

/**
 * Returns the client ID of the newest API key that the reader can use. A client ID is no secret. The database
 * has only a hash of the client secret.
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
    logFailure(error, {}, "the API key of a public page's reader could not be read");
    return null;
  }
}

/** Returns the language of samples that the reader's browser has chosen. */
export async function readerLanguage(): Promise<Language> {
  return toLanguage((await cookies()).get(LANGUAGE_COOKIE)?.value);
}
