import { z } from "zod";
import { claimAddress, isUntaken } from "@/lib/auth/directory/directory";
import { hashPassword, PASSWORD_LENGTH } from "@/lib/auth/passwords/passwords";
import { cellOfAccount, HOME_CELL } from "@/lib/cell-numbers";
import type { Database, Transaction } from "@/lib/db/client";
import { DatabaseUnavailableError } from "@/lib/db/unavailable";
import { GatewayError } from "@/lib/errors";
import { topUp } from "@/lib/ledger/top-up";

const newAccount = z.object({
  email: z
    .email("email must be an email address")
    .max(254, "email must be at most 254 characters long")
    .transform((email) => email.toLowerCase()),
  password: z
    .string("password is required")
    .min(PASSWORD_LENGTH.min, `password must be at least ${PASSWORD_LENGTH.min} characters long`)
    .max(PASSWORD_LENGTH.max, `password must be at most ${PASSWORD_LENGTH.max} characters long`),
  name: z
    .string("name is required")
    .trim()
    .min(1, "name is required")
    .max(200, "name must be at most 200 characters long"),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, "country must be two capital letters such as NZ")
    .default("NZ"),
  /** True if the operator chose the country; false for a sign-up. */
  isCountryConfirmed: z.boolean().default(true),
  balanceMicros: z.bigint().min(0n, "balance must not be negative").default(0n),
  unicode: z.boolean().default(false),
  admin: z.boolean().default(false),
});

export type NewAccount = z.input<typeof newAccount>;

type CheckedAccount = z.output<typeof newAccount>;

/** Writes further rows of a new account in the same transaction. */
type AndThen = (tx: Transaction, accountId: number) => Promise<void>;

type CreatedAccount = { accountId: number; email: string };

/** Returns the refusal of an email address that another cell has (rules: cell directory). */
function takenElsewhere(email: string): GatewayError {
  return new GatewayError("invalid_request", `There is already an account for ${email}, in another cell.`);
}

/**
 * Returns the error of a database whose new account id belongs to another cell. This happens if the database
 * became this cell after the start. The account would be unreachable.
 */
function wrongDatabase(cell: number, id: number): DatabaseUnavailableError {
  return new DatabaseUnavailableError(
    new Error(`The database of cell ${cell} gives the id ${id}, which is one of cell ${cellOfAccount(id)}.`),
  );
}

/** Returns the refusal of a known email address, of an account or of a sign-in for other accounts. */
async function taken(tx: Transaction, email: string): Promise<GatewayError> {
  const there = await tx.prisma.account.findUnique({ where: { email }, select: { hasAccount: true } });
  const sentence = there?.hasAccount
    ? `There is already an account for ${email}.`
    : `${email} signs in to another person's account. Give the new account another address.`;
  return new GatewayError("invalid_request", sentence);
}

/**
 * Creates an account and its owner, with its opening balance as the first entry of its ledger, in one transaction.
 * @throws GatewayError `invalid_request` that names the defect, or a known email address; DatabaseUnavailableError if
 * the database is not the cell of its number.
 */
export async function createAccount(
  db: Database,
  given: NewAccount,
  now: Date,
  andThen: AndThen = async () => {},
): Promise<CreatedAccount> {
  const account = checkAccount(given);
  return insertAccount(db, { ...account, passwordHash: await hashPassword(account.password) }, now, andThen);
}

/**
 * Checks and completes the input of a new account.
 * @throws GatewayError `invalid_request` that names the defect.
 */
export function checkAccount(given: NewAccount): CheckedAccount {
  const parsed = newAccount.safeParse(given);
  if (!parsed.success) {
    throw new GatewayError(
      "invalid_request",
      `${parsed.error.issues[0]?.message ?? "The account is not valid"}.`,
    );
  }
  return parsed.data;
}

/**
 * Inserts a new account whose password is already hashed: for `createAccount`, and for tests with thousands of
 * accounts.
 * @throws GatewayError `invalid_request` for a known email address.
 */
export async function insertAccount(
  db: Database,
  account: Omit<CheckedAccount, "password"> & { passwordHash: string },
  now: Date,
  andThen: AndThen = async () => {},
): Promise<CreatedAccount> {
  if (account.admin && db.cell !== HOME_CELL)
    throw new GatewayError(
      "invalid_request",
      "An administrator’s account is in the home cell: leave the cell out.",
    );
  if (!(await claimAddress(db, account.email, now))) throw takenElsewhere(account.email);
  return db.transaction(async (tx) => {
    if (!(await isUntaken(tx, account.email))) throw takenElsewhere(account.email);
    const { email, name, country, passwordHash } = account;
    const data = {
      email,
      name,
      passwordHash,
      country,
      countryConfirmedAt: account.isCountryConfirmed ? now : null,
      isAdmin: account.admin,
      unicodeEnabled: account.unicode,
      createdAt: now,
    };
    const [row] = await tx.prisma.account.createManyAndReturn({
      data,
      skipDuplicates: true,
      select: { id: true },
    });
    if (!row) throw await taken(tx, email);
    if (cellOfAccount(row.id) !== tx.cell) throw wrongDatabase(tx.cell, row.id);
    await tx.prisma.membership.createMany({
      data: { accountId: row.id, personId: row.id, role: "owner", createdAt: now },
    });
    const { balanceMicros: amountMicros } = account;
    if (amountMicros > 0n) await topUp(tx, { accountId: row.id, amountMicros, note: "Opening balance" }, now);
    await andThen(tx, row.id);
    return { accountId: row.id, email };
  });
}
