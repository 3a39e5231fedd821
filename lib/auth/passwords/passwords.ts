import { hash, verify } from "@node-rs/argon2";
import { GatewayError } from "@/lib/errors";
import { FairQueue, QueueFullError } from "@/lib/fair-queue";
import { processWide } from "@/lib/process-wide";

/** The shortest and longest password of an account, in characters (rules: passwords). */
export const PASSWORD_LENGTH = { min: 10, max: 256 } as const;

// OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. The algorithm is the library's default.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Returns the argon2id hash of a password, in the PHC text form. Requests of strangers must use `hashNewPassword`.
 */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/**
 * The limits of concurrent password checks and hashes, which run on the threads that files and name look-ups need
 * too. Each address has its share of the waiting places. More requests are a flood.
 */
const LIMITS = { slots: 2, slotsEach: 2, maxWaiting: 200, maxWaitingEach: 200, maxWaitMs: 20_000 };

const queue = processWide("gatewayPasswordQueue", () => new FairQueue(LIMITS));

/**
 * The caller of a password check. `isKnown`: the account is known at the address, so its check goes first.
 */
export type PasswordCaller = { address: string; isKnown: boolean };

/**
 * Returns whether a password has this argon2id hash. It takes tens of milliseconds off the main thread, two at a
 * time, in turns between addresses. A flood from one address does not delay the others.
 * @throws GatewayError `unavailable` if too many others wait: the password was not checked.
 */
export async function checkPassword(
  passwordHash: string,
  password: string,
  { address, isKnown }: PasswordCaller,
): Promise<boolean> {
  return inTurn({ address, isKnown }, () => verify(passwordHash, password));
}

/**
 * Returns the hash of a new password, in the same turns: a stranger may try a link any number of times at once.
 * @throws GatewayError `unavailable` if too many others wait: the password was not hashed.
 */
export function hashNewPassword(password: string, address: string): Promise<string> {
  return inTurn({ address, isKnown: false }, () => hashPassword(password));
}

async function inTurn<Result>(
  { address, isKnown }: PasswordCaller,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await queue.value.run(address, work, { first: isKnown });
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    throw new GatewayError("unavailable", "Too many log-ins at once. Try again.", { "Retry-After": "1" });
  }
}

const decoy = processWide("gatewayDecoyHash", () => hashPassword(crypto.randomUUID()));

/** Returns a hash that no password has, to spend the same time on an account that does not exist. */
export function decoyHash(): Promise<string> {
  return decoy.value;
}
