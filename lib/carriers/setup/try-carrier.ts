import { setTimeout as sleep } from "node:timers/promises";
import type {
  Carrier,
  CarrierErrorCode,
  CarrierReport,
  SenderAddress,
  Settled,
} from "@/lib/carriers/carrier";
import { kindNamed, TRIAL_ID } from "@/lib/carriers/setup/carrier-rows";
import { errorRulesFor } from "@/lib/carriers/setup/error-rule-rows";
import { findAddress } from "@/lib/carriers/setup/written-sender";
import { SPOILED_CHARACTERS } from "@/lib/contracts/base/values";
import type { Database } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { encodeText } from "@/lib/sms/text/encoding";
import { splitParts } from "@/lib/sms/text/segments";

/** What a trial says: every character that a network with another alphabet would spoil (rules: smpp submissions). */
export const TRIAL_TEXT = `A test of this network: ${SPOILED_CHARACTERS}`;

const VALIDITY_MS = 600_000;
const LOOK_MS = 50;
const STOP_MS = 2_000;

/**
 * A message that tries a carrier, and how long is waited for its links, for its answer and for its report. Without
 * `answerWithinMs` the answer has as long as the carrier says.
 */
export type Trial = {
  to: string;
  sender: string;
  text: string;
  upWithinMs: number;
  answerWithinMs?: number;
  reportWithinMs: number;
};

/** What came of it, in words. `report`: the last that came in time. */
export type TrialResult =
  | { isUp: false; reason: string | null }
  | {
      isUp: true;
      outcome: Settled["outcome"] | "no answer";
      code?: string;
      cause?: string;
      /** Why the carrier is down since. */
      reason?: string;
      references?: readonly (string | null)[];
      report: CarrierReport | null;
    };

/**
 * Opens a carrier by itself, beside any server that has it open, and sends one message to a phone. A network that allows
 * no more connections says so. What comes in meanwhile is not taken: the network gives it to the server.
 */
export async function tryCarrier(
  db: Database,
  { name, kind, given }: { name: string; kind: string; given: unknown },
  trial: Trial,
  at: Date,
): Promise<TrialResult> {
  const known = kindNamed(kind);
  const errorRules = await errorRulesFor(db, kind);
  const carrier = known.open({ id: TRIAL_ID, name, given, db, errorRules: () => errorRules });
  const reports: CarrierReport[] = [];
  let references: readonly (string | null)[] = [];
  await carrier.start?.({
    async reports(given) {
      const own = given.filter(({ reference }) => references.includes(reference));
      if (own.length < given.length) throw new Error("The report is of another message.");
      reports.push(...own);
    },
    inbound: () => Promise.reject(new Error("Messages in are for the server.")),
    unreadable: () => Promise.reject(new Error("What cannot be read is for the server.")),
    roomChanged: () => undefined,
  });
  try {
    if (carrier.isDraining || !(await within(trial.upWithinMs, () => carrier.room() > 0)))
      return { isUp: false, reason: carrier.health().reason };
    const settled = await submit(carrier, trial, await findAddress(db, name, trial.sender), at);
    if (settled?.outcome === "accepted") references = settled.references;
    const hasEnded = () => reports.some(({ code }) => code === 1 || code === 2 || code === 16);
    // Without links of its own its report comes to the server.
    if (carrier.start && settled?.outcome === "accepted") await within(trial.reportWithinMs, hasEnded);
    const { reason } = carrier.health();
    return {
      ...{ isUp: true, ...described(settled, (code) => known.causeOf(code, given)) },
      ...(reason !== null && { reason }),
      report: reports.at(-1) ?? null,
    };
  } finally {
    await carrier.stop?.(new Date(at.getTime() + STOP_MS));
  }
}

/** Its answer; undefined where there was none in time. */
async function submit(
  carrier: Carrier,
  { to, sender, text, answerWithinMs }: Trial,
  from: SenderAddress | null,
  at: Date,
): Promise<Settled | undefined> {
  const { text: body, encoding } = encodeText(text, false);
  let settled: Settled | undefined;
  carrier.submit(
    [
      {
        ...{
          id: newId(),
          sender,
          ...(from && { from }),
          msisdn: to,
          body,
          maskedBody: null,
          encoding,
          parts: splitParts(body, encoding),
        },
        ...{ sendType: "sms", messageClass: "transactional", network: null, already: [], putOff: 0 },
        validUntil: new Date(at.getTime() + VALIDITY_MS),
      },
    ],
    ([answer]) => {
      settled = answer;
    },
    at,
  );
  await within(answerWithinMs ?? carrier.answerTimeoutMs ?? VALIDITY_MS, () => settled !== undefined);
  return settled;
}

function described(settled: Settled | undefined, causeOf: (code: CarrierErrorCode) => string) {
  if (!settled) return { outcome: "no answer" as const };
  const { outcome } = settled;
  if (outcome === "accepted") return { outcome, references: settled.references };
  return outcome === "unknown" ? { outcome } : { outcome, code: settled.code, cause: causeOf(settled.code) };
}

/** Waits until something is so. @returns whether it came to be in time. */
async function within(ms: number, isSo: () => boolean): Promise<boolean> {
  const endsAt = performance.now() + ms;
  while (!isSo()) {
    if (performance.now() >= endsAt) return false;
    await sleep(LOOK_MS);
  }
  return true;
}
