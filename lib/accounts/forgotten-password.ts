import { checkAccount, insertAccount } from "@/lib/accounts/create-account";
import { databaseOfEmail } from "@/lib/auth/directory/directory";
import { answeringDatabaseOfNewAccounts } from "@/lib/auth/directory/new-accounts";
import { countFailure } from "@/lib/auth/limits/auth-failures";
import { hashNewPassword } from "@/lib/auth/passwords/passwords";
import { sendLink } from "@/lib/auth/passwords/reset-links";
import { insertResetRequestStatement } from "@/lib/auth/passwords/reset-links.sql";
import { HOME_CELL } from "@/lib/cell-numbers";
import { inTime } from "@/lib/db/cells/ask-cells";
import type { Database } from "@/lib/db/client";
import { inChangeTurn } from "@/lib/db/locks/caller-turns";
import { databaseFailure } from "@/lib/db/unavailable";
import { GatewayError } from "@/lib/errors";
import { newId, newToken } from "@/lib/ids";

/** From where somebody asks, and what links are encrypted under. */
type Where = { address: string; authSecret: string };

/** Longest email address that an account has. */
const EMAIL_LENGTH = 254;

/**
 * Asks for a link to choose a new password (rules: password links). What is done is the same whether or not there is
 * such an account, and in whichever cell, so that neither the answer nor its time tells; `sendResetLinks` sees to it
 * afterwards. Each asking counts against a limit, so that nobody fills another's mailbox.
 * @param home the home cell's database.
 * @throws GatewayError `too_many_requests`.
 */
export async function requestResetLink(
  home: Database,
  email: string,
  address: string,
  now: Date,
): Promise<void> {
  const name = email.trim().toLowerCase();
  await countFailure(home, { kind: "reset", name, address }, now);
  // No account has such an address; the row is written all the same.
  const kept = name.includes("\0") || name.length > EMAIL_LENGTH ? "" : name;
  await askForLink(home, kept, now);
}

async function askForLink(home: Database, email: string, now: Date): Promise<void> {
  await home.query(insertResetRequestStatement({ id: newId(), email }, now));
  home.wake("emails");
}

/**
 * Makes an account and sends it a link to choose its first password (rules: sign-up), so that only who has the address
 * can use it. Where there is one with this address already, that one is sent a link as for a forgotten password; the
 * caller is not told. A new one is made in the cell that the settings name; while that is away, nobody signs up.
 * @param home the home cell's database.
 * @throws GatewayError `invalid_request` for what no account may have, `too_many_requests`.
 */
export async function signUp(
  home: Database,
  given: { name: string; email: string; country: string },
  { address, authSecret }: Where,
  now: Date,
): Promise<void> {
  await countFailure(home, { kind: "sign-up", name: "", address }, now);
  const email = given.email.trim().toLowerCase();
  const cell = await answeringDatabaseOfNewAccounts(home);
  const own = await databaseOfEmail(home, email, now);
  const account = checkAccount({ ...given, email, password: newToken(), isCountryConfirmed: false });
  // Who is there already takes as long as who is not; of two sign-ups at once the second finds the first.
  const passwordHash = await hashNewPassword(account.password, address);
  if (!(await isThere(own, email))) {
    const made = await insertAccount(
      own.cell === HOME_CELL ? cell : own,
      { ...account, passwordHash },
      now,
      async (tx) => {
        await sendLink(tx, { email, kind: "welcome" }, authSecret, now);
      },
    ).catch(unlessThere);
    if (made) return;
  }
  if (own.cell !== HOME_CELL || cell.cell !== HOME_CELL) return askForLink(home, email, now);
  await inChangeTurn(home, `email ${email}`, () =>
    home.transaction((tx) => sendLink(tx, { email, kind: "password_reset" }, authSecret, now)),
  );
}

/**
 * Whether there is an account with an email address in the cell that the directory names for it. Who is in one that does
 * not answer is there, so that no answer tells it; the link waits until it does.
 */
async function isThere(own: Database, email: string): Promise<boolean> {
  const look = async (db: Database) =>
    (await db.prisma.account.findUnique({ where: { email }, select: { id: true } })) !== null;
  if (own.cell === HOME_CELL) return look(own);
  return inTime(own, look).catch((error: unknown) => {
    if (databaseFailure(error) !== "unavailable") throw error;
    return true;
  });
}

/** Somebody with the address who has come in between is no failure: of what was checked before, nothing else is refused. */
function unlessThere(error: unknown): null {
  if (error instanceof GatewayError && error.code === "invalid_request") return null;
  throw error;
}
