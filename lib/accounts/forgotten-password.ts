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

/** The address of the caller, and the secret that encrypts links. */
type Where = { address: string; authSecret: string };

/** The longest email address of an account. */
const EMAIL_LENGTH = 254;

/**
 * Stores a request for a link to choose a new password (rules: password links). Its work is the same for an unknown
 * account and for one in any cell, so that neither the response nor its time reveals anything. `sendResetLinks` does
 * the rest afterwards. Each request counts against a limit, which protects mailboxes.
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
  // No account has such an address, but the row is written in any case.
  const kept = name.includes("\0") || name.length > EMAIL_LENGTH ? "" : name;
  await askForLink(home, kept, now);
}

async function askForLink(home: Database, email: string, now: Date): Promise<void> {
  await home.query(insertResetRequestStatement({ id: newId(), email }, now));
  home.wake("emails");
}

/**
 * Creates an account and sends it a link to choose its first password (rules: sign-up), so that only the owner of the
 * address can use it. If an account has this address already, it gets a link as for a forgotten password, and the
 * response is the same. A new account is created in the cell of the settings. Sign-up fails while that cell is away.
 * @param home the home cell's database.
 * @throws GatewayError `invalid_request` for invalid input, `too_many_requests`.
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
  // A known address takes as long as a new one. The second of two concurrent sign-ups finds the first.
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
 * Returns whether an email address has an account in the cell of the directory. An address in a cell that does not
 * answer counts as known, so that no response reveals it. The link waits for the cell.
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

/** Ignores the error of an address that was taken in the meantime. All other input was checked before. */
function unlessThere(error: unknown): null {
  if (error instanceof GatewayError && error.code === "invalid_request") return null;
  throw error;
}
