import { cookies } from "next/headers";
import { findSignedIn } from "@/app/_session/signed-in-member";
import { LANGUAGE_COOKIE, type Language, toLanguage } from "@/lib/contracts/samples/language-names";
import { log } from "@/lib/log";

/** The email address of who reads and is signed in. A page that anybody may read is shown without the database too. */
export async function readerEmail(): Promise<string | null> {
  try {
    return (await findSignedIn())?.email ?? null;
  } catch (error) {
    log().warn({ err: error }, "a page for anybody is shown as to somebody who is not signed in");
    return null;
  }
}

/** The language of samples that was chosen in the reader's browser. */
export async function readerLanguage(): Promise<Language> {
  return toLanguage((await cookies()).get(LANGUAGE_COOKIE)?.value);
}
