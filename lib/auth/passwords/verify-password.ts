import type { Caller } from "@/lib/auth/callers/caller";
import { lookUpCaller, readAnew } from "@/lib/auth/callers/caller-cache";
import type { OnNamed } from "@/lib/auth/callers/named";
import { type Attempt, countFailure, takeBackFailure } from "@/lib/auth/limits/auth-failures";
import { isKnownAddress, noteKnownAddress } from "@/lib/auth/limits/known-addresses";
import { refuseLimited, refuseNobody } from "@/lib/auth/limits/limited-place";
import { fingerprint, recall, remember } from "@/lib/auth/passwords/judged-passwords";
import { checkPassword, decoyHash, PASSWORD_LENGTH } from "@/lib/auth/passwords/passwords";
import { type PasswordOwnerRow, passwordOwnerStatement } from "@/lib/auth/passwords/verify-password.sql";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/** The use of a password: the Members Area, or the API, which an account may have closed to it. */
export type PasswordUse = "members" | "api";

/** One text for every reason, so that no response reveals the reason. */
const WRONG = {
  members: "The account's email address or password is wrong.",
  api: "The account's email address or password is wrong, or the account takes no password on the API: exchange an API key at /gateway/auth/token, and send Authorization: Bearer.",
} as const;

/** A password to check: its account, if there is one, and the address. */
type PasswordCheck = { row: PasswordOwnerRow | null; email: string; password: string; address: string };

/**
 * Returns the account of an email address and a password (rules: credentials, passwords, known addresses).
 * API clients send the password with every call, so its result is cached while it is used. The cache is in this
 * process, keyed by an HMAC whose key never leaves it. A right password then costs no hash, and a wrong password that
 * a client repeats is counted once. The HMAC depends on the stored hash. After a change of the password on any
 * server, the old one is therefore unknown within five seconds, at the next read of the account.
 * If the account accepts no password on the API, it is checked there as the password of no account. It takes as long,
 * counts, and gets the response of a wrong password, so that it cannot be guessed there.
 * @returns the account, with the version for a session of it, as of the checked password.
 * @throws GatewayError `invalid_credentials`; `too_many_requests` after too many wrong ones; `unavailable` in a
 * flood.
 */
export async function verifyPassword(
  db: Database,
  given: { email: string; password: string; address: string; onNamed?: OnNamed },
  now: Date,
  use: PasswordUse = "api",
): Promise<Caller & { sessionVersion: number }> {
  const { password, address } = given;
  const email = given.email.trim().toLowerCase();
  // The database refuses NUL, so no account has one.
  if (email.includes("\0")) throw new GatewayError("invalid_credentials", WRONG[use]);
  const read = () => readRow(db, email);
  const accountOf = (found: PasswordOwnerRow) => found.accountId;
  const by = { kind: "password", address, name: email, entry: `password ${email}`, now, accountOf } as const;
  const ofUse = (found: PasswordOwnerRow | null) => (use === "api" && !found?.passwordOnApi ? null : found);
  const tried = { use, attempt: { kind: "password", name: email, address } } as const;
  refuseNobody(tried, now);
  const found = await lookUpCaller(db, by, read);
  let row = ofUse(found);
  const tellNamed = (isProven: boolean) => {
    if (row) given.onNamed?.({ accountId: row.accountId, apiKeyId: null, credential: "password", isProven });
  };
  tellNamed(false);
  let mark = fingerprint(email, row?.passwordHash ?? "", password);
  let verdict = recall(mark, now);
  if (verdict !== "right") {
    await refuseLimited(db, tried, row?.accountId ?? 0, now);
    // The password may have just changed on another server. An account that was not found was not cached.
    if (found) row = ofUse(await readAnew(db, by, read));
    mark = fingerprint(email, row?.passwordHash ?? "", password);
    verdict = recall(mark, now);
  }
  if (verdict === "unknown") {
    const judged = { row, email, password, address };
    const isRight = await onceAtATime(mark, address, () => judge(db, judged, now));
    remember(mark, isRight, now);
    verdict = isRight ? "right" : "wrong";
  }
  if (verdict === "wrong") throw new GatewayError("invalid_credentials", WRONG[use]);
  tellNamed(true);
  if (row?.status !== "active") {
    throw new GatewayError("invalid_credentials", "This account is disabled.");
  }
  const { email: _email, passwordHash: _hash, passwordOnApi: _on, status: _status, ...caller } = row;
  return caller;
}

async function readRow(db: Database, email: string): Promise<PasswordOwnerRow | null> {
  const [row] = await db.query<PasswordOwnerRow>(passwordOwnerStatement(email));
  return row ?? null;
}

async function judge(db: Database, given: PasswordCheck, now: Date): Promise<boolean> {
  const { row, password, address } = given;
  const at = { accountId: row?.accountId ?? 0, address };
  const isKnown = await isKnownAddress(db, "password", at, now);
  const attempt = await countAttempt(db, given, isKnown, now);
  // No account has a password this long, so the hash would be wasted work.
  if (password.length > PASSWORD_LENGTH.max) return false;
  let isRight: boolean;
  try {
    const hash = row?.passwordHash ?? (await decoyHash());
    isRight = (await checkPassword(hash, password, { address, isKnown })) && row !== null;
  } catch (error) {
    await takeBackFailure(db, attempt);
    throw error;
  }
  if (!isRight) return false;
  await takeBackFailure(db, attempt);
  await noteKnownAddress(db, "password", at, now);
  return true;
}

/**
 * Counts an attempt. Above a limit, an account that is known at this address has a separate budget, so that failures
 * of others there do not lock it out.
 * @throws GatewayError `too_many_requests`.
 */
async function countAttempt(
  db: Database,
  { email: name, address }: PasswordCheck,
  isKnown: boolean,
  now: Date,
): Promise<Attempt> {
  const attempt: Attempt = { kind: "password", name, address };
  try {
    await countFailure(db, attempt, now);
    return attempt;
  } catch (error) {
    if (!isKnown || !(error instanceof GatewayError)) throw error;
  }
  const known: Attempt = { ...attempt, kind: "known" };
  await countFailure(db, known, now);
  return known;
}

const inFlight = new Map<string, Promise<boolean>>();

/**
 * Runs one check of a password at a time: the first hundred calls of a client that has just started are one check,
 * and one counted attempt.
 */
async function onceAtATime(mark: string, address: string, work: () => Promise<boolean>): Promise<boolean> {
  const name = `${mark}${address}`;
  const running = inFlight.get(name);
  if (running) return running;
  const started = work().finally(() => inFlight.delete(name));
  inFlight.set(name, started);
  return started;
}
