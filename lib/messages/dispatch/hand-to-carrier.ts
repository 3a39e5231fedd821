import type { Carrier, Outgoing, Submitted } from "@/lib/carriers/carrier";
import { decrypt } from "@/lib/crypto/encryption";
import type { Database } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { describeError, log } from "@/lib/log";
import { noteCarrierCall } from "@/lib/messages/accept/carrier-calls";
import { type Finished, finishStatement } from "@/lib/messages/dispatch/dispatch.sql";
import type { Leased } from "@/lib/queue/leased";

/**
 * How long a carrier has to answer. It is less than the lease, so that the answer can still be recorded
 * (rules: submissions).
 */
const SUBMIT_TIMEOUT_MS = 20_000;

/** The wait after the first submission without an answer; it doubles up to the maximum. */
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 15 * 60_000;

/** How long a message is tried without an answer before it fails. */
export const GIVE_UP_MS = 24 * 3_600_000;

/** How many messages of a batch had each answer. */
export type Handed = { submitted: number; refused: number; retried: number };

/** When messages are handed over, and what texts with one-time codes are encrypted under. */
export type HandingTerms = { now: Date; authSecret: string };

/**
 * Hands leased messages to the carrier and records the answers (rules: submissions). A message is accepted or
 * refused. Without an answer it is tried again, for a day at most.
 */
export function handToCarrier(
  db: Database,
  carrier: Carrier,
  messages: readonly Leased[],
  terms: HandingTerms,
): Promise<Handed> {
  if (messages.length === 0) return Promise.resolve({ submitted: 0, refused: 0, retried: 0 });
  return noteCarrierCall(handAndRecord(db, carrier, messages, terms));
}

async function handAndRecord(
  db: Database,
  carrier: Carrier,
  messages: readonly Leased[],
  { authSecret, now }: HandingTerms,
): Promise<Handed> {
  const answers = new Map<string, Submitted>();
  const batch = messages.flatMap((message) => {
    const outgoing = open(message, authSecret);
    if (!outgoing) answers.set(message.id, { id: message.id, outcome: "refused" });
    return outgoing ?? [];
  });
  if (batch.length > 0)
    for (const answer of await submit(carrier, batch, now)) answers.set(answer.id, answer);
  const finished = messages.map((message) => settle(message, answers.get(message.id), now));
  const [row] = await db.query<{ written: number }>(finishStatement(finished, carrier.name, now));
  const lost = finished.length - (row?.written ?? 0);
  if (lost > 0) log().warn({ lost, carrier: carrier.name }, "the lease ran out before the carrier answered");
  const count = (outcome: Submitted["outcome"]) =>
    finished.filter(({ answer }) => answer.outcome === outcome).length;
  return { submitted: count("accepted"), refused: count("refused"), retried: count("unknown") };
}

/**
 * A message as the carrier gets it; null where its text was encrypted under another `AUTH_SECRET`, and is
 * lost.
 */
function open(
  { id, sender, msisdn, body, encryptedBody, encoding }: Leased,
  authSecret: string,
): Outgoing | null {
  if (encryptedBody === null) return { id, sender, msisdn, body, maskedBody: null, encoding };
  try {
    return { id, sender, msisdn, body: decrypt(encryptedBody, authSecret), maskedBody: body, encoding };
  } catch (error) {
    log().error({ message: id, err: describeError(error) }, "an encrypted text cannot be opened");
    return null;
  }
}

/** The carrier's answers for a batch; none when it fails or does not answer in time. */
async function submit(carrier: Carrier, batch: readonly Outgoing[], now: Date): Promise<Submitted[]> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The carrier did not answer in time.")), SUBMIT_TIMEOUT_MS);
  });
  try {
    return await Promise.race([carrier.submit(batch, now), timeout]);
  } catch (error) {
    logFailure(error, { carrier: carrier.name, messages: batch.length }, "carrier failed");
    return [];
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The carrier's answer for a message. Without one the message is tried again, until it has waited too long.
 */
function settle(message: Leased, answer: Submitted | undefined, now: Date): Finished {
  if (answer && answer.outcome !== "unknown") return { ...message, answer };
  const { id, attempts, firstTriedAt } = message;
  if (now.getTime() - firstTriedAt.getTime() >= GIVE_UP_MS)
    return { ...message, answer: { id, outcome: "refused" } };
  const wait = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20), MAX_RETRY_MS);
  return { ...message, answer: { id, outcome: "unknown" }, retryAt: new Date(now.getTime() + wait) };
}
