import { hash, verify } from "@node-rs/argon2";

/** Shortest and longest password an account may have, in characters. */
export const PASSWORD_LENGTH = { min: 10, max: 256 } as const;

// OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. The algorithm is the library's default.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The argon2id hash of a password, in the PHC text form. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Whether a password has this argon2id hash. Tens of milliseconds, off the main thread. */
export function checkPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password);
}

let decoy: Promise<string> | undefined;

/** A hash no password has, to spend the same time on an account that does not exist. */
export function decoyHash(): Promise<string> {
  decoy ??= hashPassword(crypto.randomUUID());
  return decoy;
}
