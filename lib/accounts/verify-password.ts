import { createHmac, randomBytes } from "node:crypto";
import { type Attempt, countFailure, takeBackFailure } from "@/lib/accounts/auth-failures";
import { type Caller, callerColumns } from "@/lib/accounts/caller";
import { forgetCaller, knownFor } from "@/lib/accounts/known-callers";
import { checkPassword, decoyHash, PASSWORD_LENGTH } from "@/lib/accounts/passwords";
import type { Database } from "@/lib/db/client";
import { prepared, sql } from "@/lib/db/sql";
import { GatewayError } from "@/lib/errors";

/** How long a verified password is remembered, and how many of them. */
const REMEMBERED_MS = 5 * 60_000;
const REMEMBERED_MOST = 10_000;

const WRONG = "The account's e-mail address or password is wrong.";

type Row = Caller & {
  sessionVersion: number;
  email: string;
  passwordHash: string;
  status: "active" | "disabled";
};

/**
 * The account that an e-mail address and a password belong to (spec 5.1).
 *
 * API clients send the password with every call, so one that was verified is remembered for some minutes, in this
 * process, as an HMAC under a key that never leaves it. The stored hash is part of what is remembered: once the
 * password is changed, on any server, the old one is unknown as soon as the account is read again, within five seconds.
 * @returns the account, with the version that a session of it begins with, as of the password that was judged.
 * @throws GatewayError `invalid_credentials`, or `too_many_requests` after too many wrong ones.
 */
export async function verifyPassword(
  db: Database,
  given: { email: string; password: string },
  address: string,
  now: Date,
): Promise<Caller & { sessionVersion: number }> {
  const email = given.email.trim().toLowerCase();
  // The database takes no NUL, and so no account has one.
  if (email.includes("\0")) throw new GatewayError("invalid_credentials", WRONG);
  const name = `password ${email}`;
  const look = () => knownFor(db, name, now, () => readRow(db, email));
  let row = await look();
  let memory = fingerprint(email, row?.passwordHash ?? "", given.password);
  if (!isRemembered(memory, now)) {
    // It may be a new one, chosen on another server a moment ago.
    forgetCaller(db, name);
    row = await look();
    memory = fingerprint(email, row?.passwordHash ?? "", given.password);
  }
  if (!isRemembered(memory, now)) {
    const right = await onceAtATime(memory, address, () =>
      judge(db, row, given.password, { kind: "password", name: email, address }, now),
    );
    if (!right) throw new GatewayError("invalid_credentials", WRONG);
    remember(memory, now);
  }
  if (row?.status !== "active") {
    throw new GatewayError("invalid_credentials", "This account is disabled.");
  }
  const { email: _email, passwordHash: _hash, status: _status, ...caller } = row;
  return caller;
}

async function readRow(db: Database, email: string): Promise<Row | null> {
  const [row] = await db.query<Row>(
    prepared(
      "password-owner",
      sql`select ${callerColumns(sql`, a.email, a.password_hash as "passwordHash", a.status,
        a.session_version as "sessionVersion"`)}
        from accounts a where a.email = ${email}`,
    ),
  );
  return row ?? null;
}

async function judge(
  db: Database,
  row: Row | null,
  password: string,
  attempt: Attempt,
  now: Date,
): Promise<boolean> {
  await countFailure(db, attempt, now);
  // No account has a password this long: hashing it would only keep us busy.
  if (password.length > PASSWORD_LENGTH.max) return false;
  const right = await checkPassword(row?.passwordHash ?? (await decoyHash()), password);
  if (!right || !row) return false;
  await takeBackFailure(db, attempt);
  return true;
}

const key = randomBytes(32);
const remembered = new Map<string, number>();
const underWay = new Map<string, Promise<boolean>>();

function fingerprint(email: string, passwordHash: string, password: string): string {
  return createHmac("sha256", key).update(`${email}\0${passwordHash}\0${password}`).digest("base64");
}

function isRemembered(memory: string, now: Date): boolean {
  const until = remembered.get(memory);
  return until !== undefined && until > now.getTime();
}

function remember(memory: string, now: Date): void {
  remembered.delete(memory);
  remembered.set(memory, now.getTime() + REMEMBERED_MS);
  // Maps keep the order of insertion: the first is the oldest.
  for (const oldest of remembered.keys()) {
    if (remembered.size <= REMEMBERED_MOST) break;
    remembered.delete(oldest);
  }
}

/** The first hundred calls of a client that has just started are one verification, and one counted attempt. */
async function onceAtATime(memory: string, address: string, work: () => Promise<boolean>): Promise<boolean> {
  const name = `${memory}${address}`;
  const running = underWay.get(name);
  if (running) return running;
  const started = work().finally(() => underWay.delete(name));
  underWay.set(name, started);
  return started;
}
