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
  /** Whether whoever runs the gateway chose the country, and not somebody who signs up. */
  isCountryConfirmed: z.boolean().default(true),
  balanceMicros: z.bigint().min(0n, "balance must not be negative").default(0n),
  unicode: z.boolean().default(false),
  admin: z.boolean().default(false),
});

export type NewAccount = z.input<typeof newAccount>;

type CheckedAccount = z.output<typeof newAccount>;

/** What belongs to an account and is to be there with it or not at all, in the same transaction. */
type AndThen = (tx: Transaction, accountId: number) => Promise<void>;

type Made = { accountId: number; email: string };

/** How an email address is refused that somebody in another cell has (rules: cell directory). */
function takenElsewhere(email: string): GatewayError {
  return new GatewayError("invalid_request", `There is already an account for ${email}, in another cell.`);
}

/** An account whose id named another cell could not be reached: the database came under this number since the start. */
function wrongDatabase(cell: number, id: number): DatabaseUnavailableError {
  return new DatabaseUnavailableError(
    new Error(`The database of cell ${cell} gives the id ${id}, which is one of cell ${cellOfAccount(id)}.`),
  );
}

/** How an email address is refused that somebody has already, with an account of their own or for others'. */
async function taken(tx: Transaction, email: string): Promise<GatewayError> {
  const there = await tx.prisma.account.findUnique({ where: { email }, select: { hasAccount: true } });
  const sentence = there?.hasAccount
    ? `There is already an account for ${email}.`
    : `${email} signs in to an account of somebody else. Give the new account another address.`;
  return new GatewayError("invalid_request", sentence);
}

/**
 * Makes an account and its owner, with its opening balance as the first entry of its ledger, in one transaction.
 * @throws GatewayError `invalid_request` that names what is wrong, or that the email address is taken;
 * DatabaseUnavailableError where the database is not the cell that its number says.
 */
export async function createAccount(
  db: Database,
  given: NewAccount,
  now: Date,
  andThen: AndThen = async () => {},
): Promise<Made> {
  const account = checkAccount(given);
  return insertAccount(db, { ...account, passwordHash: await hashPassword(account.password) }, now, andThen);
}

/**
 * What is said of a new account, checked and completed.
 * @throws GatewayError `invalid_request` that names what is wrong.
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
 * Writes a new account whose password is hashed already: for `createAccount`, and for tests that make thousands.
 * @throws GatewayError `invalid_request` where the email address is taken.
 */
export async function insertAccount(
  db: Database,
  account: Omit<CheckedAccount, "password"> & { passwordHash: string },
  now: Date,
  andThen: AndThen = async () => {},
): Promise<Made> {
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
