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

/** What a password opens: the Members Area, or the API, which an account may have closed to it. */
export type PasswordUse = "members" | "api";

/** The same for every reason, so that no answer tells which it is. */
const WRONG = {
  members: "The account's email address or password is wrong.",
  api: "The account's email address or password is wrong, or the account takes no password on the API: exchange an API key at /gateway/auth/token, and send Authorization: Bearer.",
} as const;

/** A password to be judged: for which account, if there is one, and from where. */
type Given = { row: PasswordOwnerRow | null; email: string; password: string; address: string };

/**
 * The account that an email address and a password belong to
 * (rules: credentials, passwords, known addresses).
 *
 * API clients send the password with every call, so what was judged is remembered while it is used. It is
 * kept in this process, as an HMAC under a key that never leaves it. A right one costs nothing any more, and
 * a wrong one that a client repeats is counted once. The stored hash is part of what is remembered. Once the
 * password is changed, on any server, the old one is unknown as soon as the account is read again, within
 * five seconds.
 *
 * Where the account takes no password on the API, one that comes there is judged as that of no account. It
 * takes as long, counts, and is answered as any wrong one, so that nobody can guess it there.
 * @returns the account, with the version that a session of it begins with, as of the password that was
 * judged.
 * @throws GatewayError `invalid_credentials`; `too_many_requests` after too many wrong ones; `unavailable` in
 * a flood.
 */
export async function verifyPassword(
  db: Database,
  given: { email: string; password: string; address: string; onNamed?: OnNamed },
  now: Date,
  use: PasswordUse = "api",
): Promise<Caller & { sessionVersion: number }> {
  const { password, address } = given;
  const email = given.email.trim().toLowerCase();
  // The database takes no NUL, and so no account has one.
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
    // It may be a new one, chosen on another server a moment ago. An account that was not found was not cached.
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

async function judge(db: Database, given: Given, now: Date): Promise<boolean> {
  const { row, password, address } = given;
  const at = { accountId: row?.accountId ?? 0, address };
  const isKnown = await isKnownAddress(db, "password", at, now);
  const attempt = await countAttempt(db, given, isKnown, now);
  // No account has a password this long: hashing it would only keep us busy.
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
 * Counts an attempt. Where a limit is reached, an account that is known from this address has a budget of its
 * own. What others fail there does not lock it out.
 * @throws GatewayError `too_many_requests`.
 */
async function countAttempt(
  db: Database,
  { email: name, address }: Given,
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

/** The first hundred calls of a client that has just started are one verification, and one counted attempt. */
async function onceAtATime(mark: string, address: string, work: () => Promise<boolean>): Promise<boolean> {
  const name = `${mark}${address}`;
  const running = inFlight.get(name);
  if (running) return running;
  const started = work().finally(() => inFlight.delete(name));
  inFlight.set(name, started);
  return started;
}
