import { createAccount } from "@/lib/accounts/create-account";
import { findAccountId } from "@/lib/accounts/find-account";
import { databaseOfNewAccounts } from "@/lib/auth/directory/new-accounts";
import { addKey } from "@/lib/auth/keys/api-keys";
import { HOME_CELL } from "@/lib/cell-numbers";
import { now } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { jobsMode } from "@/lib/jobs/mode";
import { topUp } from "@/lib/ledger/top-up";
import { parseDollars, toDecimal } from "@/lib/money";
import { parseNzDateTime } from "@/lib/sms/nz-time";
import { parseQuietHours } from "@/lib/sms/quiet-hours";
import { type OperatorCommand, runOperatorCommand } from "@/scripts/lib/operator-command";
import { readSecret } from "@/scripts/lib/read-secret";
import { CommandError, runCommand } from "@/server/base/command-error";
import { readSettings } from "@/server/base/settings";

const USAGE = [
  "Usage: npm run account -- <command>",
  "  create  --email E --name N [--password P] [--country NZ] [--balance 100] [--unicode] [--admin] [--cell 2]",
  "          without --password, it asks for one or reads the first line of standard input;",
  "          without --cell, the account is created in the cell of NEW_ACCOUNTS_CELL",
  '  topup   --email E --amount 50 [--note "Invoice 17"]',
  "  list    [--page 1] [--cell 2]   of the home cell, or of another",
  "  approve-domain --email E --domain example.co.nz",
  "  api-key --email E [--name N] [--expires YYYY-MM-DD]   valid to the end of that day (NZ time)",
  "  legacy-send --email E --allow yes|no   allows or refuses GET /send.php",
  "Amounts are NZ$. Every command prints JSON.",
].join("\n");

const PAGE_SIZE = 100;

const OPTIONS = {
  email: { type: "string" },
  password: { type: "string" },
  name: { type: "string" },
  country: { type: "string" },
  balance: { type: "string" },
  amount: { type: "string" },
  note: { type: "string" },
  page: { type: "string" },
  cell: { type: "string" },
  expires: { type: "string" },
  domain: { type: "string" },
  allow: { type: "string" },
  unicode: { type: "boolean" },
  admin: { type: "boolean" },
} as const;

type Values = {
  [Name in keyof typeof OPTIONS]?: (typeof OPTIONS)[Name]["type"] extends "string" ? string : boolean;
};

function required(values: Values, name: "email" | "name" | "amount" | "domain" | "allow"): string {
  const value = values[name];
  if (value === undefined) throw new CommandError(`--${name} is required.\n${USAGE}`);
  return value;
}

async function create(db: Database, values: Values): Promise<object> {
  const balanceMicros = parseDollars(values.balance ?? "0");
  const isChosen = values.cell !== undefined || values.admin === true || db.cell !== HOME_CELL;
  const account = await createAccount(
    isChosen ? db : databaseOfNewAccounts(db),
    {
      email: required(values, "email"),
      password: values.password ?? (await readSecret("Password")),
      name: required(values, "name"),
      balanceMicros,
      unicode: values.unicode ?? false,
      admin: values.admin ?? false,
      ...(values.country === undefined ? {} : { country: values.country }),
    },
    now(),
  );
  return { ...account, balance: toDecimal(balanceMicros) };
}

async function addMoney(db: Database, values: Values): Promise<object> {
  const accountId = await findAccountId(db, required(values, "email"));
  const amount = parseDollars(required(values, "amount"));
  const balance = await topUp(
    db,
    { accountId, amountMicros: amount, note: values.note ?? "Top-up by the operator" },
    now(),
  );
  return { accountId, balance: balance === null ? null : toDecimal(balance) };
}

async function list(db: Database, values: Values): Promise<object> {
  const page = Number(values.page ?? "1");
  if (!Number.isSafeInteger(page) || page < 1)
    throw new CommandError("--page must be a whole number from 1.");
  const accounts = await db.prisma.account.findMany({
    where: { hasAccount: true },
    orderBy: { id: "asc" },
    skip: (page - 1) * PAGE_SIZE,
    take: PAGE_SIZE,
    select: {
      id: true,
      email: true,
      name: true,
      country: true,
      status: true,
      isAdmin: true,
      unicodeEnabled: true,
      standardRateMicros: true,
      createdAt: true,
      balanceMicros: true,
    },
  });
  return accounts.map(({ id, standardRateMicros, balanceMicros, ...account }) => ({
    accountId: id,
    ...account,
    balance: toDecimal(balanceMicros),
    standardRate: standardRateMicros === null ? null : toDecimal(standardRateMicros),
  }));
}

/**
 * Approves a domain for an account's links, and releases the messages that were held for it. The jobs of a Node
 * server find them within a second. Inngest gets an event.
 */
async function approve(db: Database, values: Values): Promise<object> {
  const accountId = await findAccountId(db, required(values, "email"));
  const { start, end } = readSettings().night;
  const approval = { accountId, domain: required(values, "domain") };
  // This is loaded only for this command, since it loads all code for links and numbers.
  const { approveDomain } = await import("@/lib/domains/approve-domain");
  if (jobsMode() === "inngest") (await import("@/inngest/wake-ups")).startInngestWakeUps();
  const released = await approveDomain(db, approval, now(), parseQuietHours(start, end));
  return { accountId, released };
}

async function makeKey(db: Database, values: Values): Promise<object> {
  const { expires } = values;
  const expiresAt = expires === undefined ? null : parseNzDateTime(expires, "end");
  if (expires !== undefined && (expiresAt === null || !/^\d{4}-\d{2}-\d{2}$/.test(expires)))
    throw new CommandError("--expires must be a date in New Zealand, YYYY-MM-DD.");
  const accountId = await findAccountId(db, required(values, "email"));
  const given = { name: values.name ?? "Command line", expiresAt };
  const { key, clientSecret } = await addKey(db, accountId, given, now());
  return { accountId, client_id: key.clientId, client_secret: clientSecret, expires: key.expiresAt };
}

/** Switches the legacy endpoint on or off for an account. */
async function legacySend(db: Database, values: Values): Promise<object> {
  const allow = required(values, "allow");
  if (allow !== "yes" && allow !== "no") throw new CommandError("--allow must be yes or no.");
  const accountId = await findAccountId(db, required(values, "email"));
  const data = { legacySendEnabled: allow === "yes" };
  await db.prisma.account.update({ where: { id: accountId }, data });
  return { accountId, ...data };
}

const COMMANDS: Record<string, OperatorCommand<Values>> = {
  create,
  topup: addMoney,
  list,
  "approve-domain": approve,
  "api-key": makeKey,
  "legacy-send": legacySend,
};

runCommand(() => runOperatorCommand(OPTIONS, COMMANDS, USAGE));
