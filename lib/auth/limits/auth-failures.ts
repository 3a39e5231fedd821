import {
  countFailuresStatement,
  type FailuresRow,
  failuresStatement,
  takeBackFailuresStatement,
} from "@/lib/auth/limits/auth-failures.sql";
import {
  isDoubtful,
  liftLimit,
  limitEnd,
  rememberedEnd,
  rememberLimit,
} from "@/lib/auth/limits/reached-limits";
import { HOME_CELL } from "@/lib/cell-numbers";
import { hashSecret } from "@/lib/crypto/secrets";
import { inTime } from "@/lib/db/cells/ask-cells";
import { db as home, type Queryable } from "@/lib/db/client";
import { inCallerTurn, turnOfAddress } from "@/lib/db/locks/caller-turns";
import type { Sql } from "@/lib/db/sql";
import { databaseFailure } from "@/lib/db/unavailable";
import { GatewayError } from "@/lib/errors";

/**
 * The most wrong secrets in a window, for each kind (rules: wrong secrets). Further secrets are not checked.
 */
export const FAILURES_ALLOWED = {
  /** For one account from one address: a stranger elsewhere cannot lock its owner out. */
  account: 10,
  /** From one address for all accounts: for guesses at many accounts, and at accounts that do not exist. */
  address: 100,
} as const;
export const FAILURE_WINDOW_MS = 15 * 60_000;

/**
 * The limits for passwords of an account from a known address, after the usual limit there (rules: known addresses).
 */
export const KNOWN_FAILURES_ALLOWED = { account: 50, address: 1_000 } as const;

/**
 * The most codes of an account from all unknown addresses in a day. Three codes of six digits are valid at a
 * time, so a guess is right with a probability of 3 in 1,000,000. This many guesses are right with a
 * probability of 1 in 3,300.
 */
export const CODES_ALLOWED_A_DAY = 100;
const DAY_MS = 24 * 3_600_000;

/** The most password changes of a person in an hour. Each change sends an email. */
export const PASSWORD_CHANGES_ALLOWED = 10;
const HOUR_MS = 3_600_000;

/**
 * The most emails with invitations in a day: of one account, and to one address from all accounts
 * (rules: invitations).
 */
export const INVITATIONS_ALLOWED_A_DAY = 60;
export const INVITED_ALLOWED_A_DAY = 5;

/**
 * The kind of an attempt. `known` is a password above the limits of `password`, `link` a link's token. `change` is a
 * new password, which counts in any case. `invitation` is an email of an account, `invited` an email to an address.
 */
export type AttemptKind =
  | "password"
  | "known"
  | "client"
  | "factor"
  | "recovery"
  | "reset"
  | "sign-up"
  | "link"
  | "sender"
  | "change"
  | "invitation"
  | "invited";

/**
 * An attempt: the owner of the secret, and the address. `everywhere` also counts it against the account's limit for
 * all addresses together.
 */
export type Attempt = { kind: AttemptKind; name: string; address: string; everywhere?: boolean };

/** Kinds that are counted by name only, from any address. */
const BY_NAME: Partial<Record<AttemptKind, { allowed: number; windowMs: number; refusal: string }>> = {
  change: {
    allowed: PASSWORD_CHANGES_ALLOWED,
    windowMs: HOUR_MS,
    refusal: "The password of this account was changed too often.",
  },
  invitation: {
    allowed: INVITATIONS_ALLOWED_A_DAY,
    windowMs: DAY_MS,
    refusal: "This account has sent too many invitations.",
  },
  invited: {
    allowed: INVITED_ALLOWED_A_DAY,
    windowMs: DAY_MS,
    refusal: "This address was sent too many invitations.",
  },
};

/** Kinds without an account: emails to a mailbox, and attempts of strangers before they have one. */
const OF_NO_ACCOUNT: ReadonlySet<AttemptKind> = new Set(["sign-up", "link", "sender", "invited"]);

/** `isOfAll`: the budget of an address or a mailbox, for accounts of all cells. */
type Budget = { key: Buffer; allowed: number; windowMs: number; refusal: string; isOfAll: boolean };

const tooManyLogIns = (where: string) => `Too many failed log-ins ${where}.`;

const addressKey = (kind: AttemptKind, address: string) => hashSecret(`address\0${kind}\0${address}`);

function budgetsOf({ kind, name, address, everywhere = false }: Attempt): Budget[] {
  const byName = BY_NAME[kind];
  const isOfAll = OF_NO_ACCOUNT.has(kind);
  if (byName) return [{ key: hashSecret(`${kind}\0${name}`), ...byName, isOfAll }];
  const allowed = kind === "known" ? KNOWN_FAILURES_ALLOWED : FAILURES_ALLOWED;
  const budgets = [
    {
      key: hashSecret(`${kind}\0${name}\0${address}`),
      allowed: allowed.account,
      windowMs: FAILURE_WINDOW_MS,
      refusal: tooManyLogIns("for this account from this address"),
      isOfAll,
    },
    {
      key: addressKey(kind, address),
      allowed: allowed.address,
      windowMs: FAILURE_WINDOW_MS,
      refusal: tooManyLogIns("from this address"),
      isOfAll: true,
    },
  ];
  if (everywhere) {
    const key = hashSecret(`everywhere\0${kind}\0${name}`);
    const refusal = tooManyLogIns("for this account");
    budgets.push({ key, allowed: CODES_ALLOWED_A_DAY, windowMs: DAY_MS, refusal, isOfAll });
  }
  // The order in which every statement locks them.
  return budgets.sort((one, other) => Buffer.compare(one.key, other.key));
}

/**
 * Runs a statement in the cell of each budget: an account's own in its cell, and those of all cells at home.
 * Otherwise the limits of an address would multiply with the cells, and would reveal the cell of an account
 * (rules: cells). If home is away, the account's cell counts them too. The statements lock the same rows for each
 * attempt of an address, and therefore run in its turns (rules: look-ups).
 */
async function ofEach<Row>(
  db: Queryable,
  { kind, name, address }: Attempt,
  budgets: readonly Budget[],
  statementOf: (budgets: readonly Budget[]) => Sql,
): Promise<Row[]> {
  const turn = BY_NAME[kind] ? `${kind} ${name}` : turnOfAddress(address);
  const ask = async (of: Queryable, some: readonly Budget[]) =>
    some.length === 0 ? [] : inCallerTurn(of, turn, () => of.query<Row>(statementOf(some)));
  if (db.cell === HOME_CELL) return ask(db, budgets);
  const ofAll = budgets.filter(({ isOfAll }) => isOfAll);
  const shared = await inTime(home(), (of) => ask(of, ofAll)).catch((error: unknown) => {
    if (databaseFailure(error) !== "unavailable") throw error;
    return ask(db, ofAll);
  });
  return [
    ...shared,
    ...(await ask(
      db,
      budgets.filter(({ isOfAll }) => !isOfAll),
    )),
  ];
}

/**
 * Counts an attempt as failed before it is checked, so that a thousand concurrent guesses count a thousand.
 * `takeBackFailure` reverts it if the secret was right, or was not checked. The count is in the database: all servers
 * share it. The process caches a reached limit, after which a refusal costs no statement.
 * @throws GatewayError `too_many_requests` with `Retry-After` above a limit.
 */
export async function countFailure(db: Queryable, attempt: Attempt, now: Date): Promise<void> {
  const budgets = budgetsOf(attempt);
  await askAgain(db, attempt, budgets, now);
  const known = cachedRefusal(attempt, now);
  if (known) throw known;
  const counted = ({ key, windowMs }: Budget) => ({ key, endsAt: new Date(now.getTime() + windowMs) });
  const rows = await ofEach<FailuresRow>(db, attempt, budgets, (some) =>
    countFailuresStatement(some.map(counted), now),
  );
  const reached = rows.flatMap(({ key, failures, windowEndsAt }) => {
    const budget = budgets.find((each) => each.key.equals(key));
    return budget && failures > budget.allowed ? [{ ...budget, windowEndsAt }] : [];
  });
  for (const { key, windowEndsAt } of reached) rememberLimit(key, windowEndsAt, now);
  const [first] = reached;
  if (!first) return;
  // The attempt is not checked. If other attempts are taken back too, the last one lifts the limit.
  await takeBackFailure(db, attempt);
  throw tooMany(first.refusal, first.windowEndsAt, now);
}

/**
 * Reads which limits that were reached a while ago still are. Other processes may have taken attempts back meanwhile.
 */
async function askAgain(
  db: Queryable,
  attempt: Attempt,
  budgets: readonly Budget[],
  now: Date,
): Promise<void> {
  const doubtful = budgets.filter(({ key }) => isDoubtful(key, now));
  if (doubtful.length === 0) return;
  const rows = await ofEach<FailuresRow>(db, attempt, doubtful, (some) =>
    failuresStatement(keysOf(some), now),
  );
  for (const { key, allowed } of doubtful) {
    const row = rows.find((each) => each.key.equals(key));
    if (row && row.failures >= allowed) rememberLimit(key, row.windowEndsAt, now);
    else liftLimit(key);
  }
}

/** Returns the refusal of an attempt above a limit that this process has cached, or null. */
export function cachedRefusal(attempt: Attempt, now: Date): GatewayError | null {
  for (const { key, refusal } of budgetsOf(attempt)) {
    const endsAt = limitEnd(key, now);
    if (endsAt) return tooMany(refusal, endsAt, now);
  }
  return null;
}

/**
 * Returns the end of the window in which an address is above a limit, according to this process's last read, or null.
 * @param attempt its name may be missing if it is unknown. Then only the limit of the address counts.
 */
export function attemptLimitEnd(
  { kind, name, address }: Pick<Attempt, "kind" | "address"> & { name?: string },
  now: Date,
): Date | null {
  if (name === undefined) return rememberedEnd(addressKey(kind, address), now);
  const ends = budgetsOf({ kind, name, address }).map(({ key }) => rememberedEnd(key, now));
  return ends.find((end) => end !== null) ?? null;
}

/** Returns the refusal of an address above its limit, until its end. */
export function tooManyFromAddress(endsAt: Date, now: Date): GatewayError {
  return tooMany(tooManyLogIns("from this address"), endsAt, now);
}

/**
 * Subtracts an attempt whose secret was right, or was not checked. A limit that is no longer reached is dropped from
 * the cache.
 */
export async function takeBackFailure(db: Queryable, attempt: Attempt): Promise<void> {
  const budgets = budgetsOf(attempt);
  type FailureCount = Omit<FailuresRow, "windowEndsAt">;
  const rows = await ofEach<FailureCount>(db, attempt, budgets, (some) =>
    takeBackFailuresStatement(keysOf(some)),
  );
  for (const { key, failures } of rows) {
    const budget = budgets.find((each) => each.key.equals(key));
    if (budget && failures < budget.allowed) liftLimit(key);
  }
}

const keysOf = (budgets: readonly Budget[]) => budgets.map(({ key }) => key);

function tooMany(refusal: string, endsAt: Date, now: Date): GatewayError {
  const seconds = Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000));
  return new GatewayError("too_many_requests", `${refusal} Try again in ${seconds} seconds.`, {
    "Retry-After": String(seconds),
  });
}
