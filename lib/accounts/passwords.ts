import { hash, verify } from "@node-rs/argon2";
import { GatewayError } from "@/lib/errors";

/** Shortest and longest password an account may have, in characters. */
export const PASSWORD_LENGTH = { min: 10, max: 256 } as const;

// OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. The algorithm is the library's default.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The argon2id hash of a password, in the PHC text form. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Verifications under way at once: they run on the threads that files and name look-ups need too. */
const AT_ONCE = 2;
/** Verifications that may wait for their turn; more are a flood. */
const WAITING_MOST = 200;

let underWay = 0;
const waiting: (() => void)[] = [];

/**
 * Whether a password has this argon2id hash. Tens of milliseconds, off the main thread, two at a time.
 * @throws GatewayError `too_many_requests` when too many others wait already.
 */
export async function checkPassword(passwordHash: string, password: string): Promise<boolean> {
  if (underWay < AT_ONCE) underWay++;
  else if (waiting.length < WAITING_MOST) await new Promise<void>((go) => waiting.push(go));
  else
    throw new GatewayError("too_many_requests", "Too many log-ins at once. Try again.", {
      "Retry-After": "5",
    });
  try {
    return await verify(passwordHash, password);
  } finally {
    // The turn goes to the next in line, or is given back.
    const next = waiting.shift();
    if (next) next();
    else underWay--;
  }
}

let decoy: Promise<string> | undefined;

/** A hash no password has, to spend the same time on an account that does not exist. */
export function decoyHash(): Promise<string> {
  decoy ??= hashPassword(crypto.randomUUID());
  return decoy;
}
