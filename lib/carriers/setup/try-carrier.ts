import { setTimeout as sleep } from "node:timers/promises";
import type {
  Carrier,
  CarrierAnswer,
  CarrierErrorCode,
  CarrierEvents,
  CarrierReport,
  Health,
  SenderAddress,
} from "@/lib/carriers/carrier";
import { kindNamed, TRIAL_ID } from "@/lib/carriers/setup/carrier-rows";
import { errorRulesFor } from "@/lib/carriers/setup/error-rule-rows";
import { findAddress } from "@/lib/carriers/setup/written-sender";
import { now } from "@/lib/clock";
import { SPOILED_CHARACTERS } from "@/lib/contracts/base/values";
import type { Database } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { encodeText } from "@/lib/sms/text/encoding";
import { splitParts } from "@/lib/sms/text/segments";

/**
 * The text of a trial: it contains every character that a network with another alphabet would change
 * (rules: smpp submissions).
 */
export const TRIAL_TEXT = `A test of this network: ${SPOILED_CHARACTERS}`;

const VALIDITY_MS = 600_000;
const LOOK_MS = 50;
const LOOK_FOR_REPORT_MS = 250;
const STOP_MS = 2_000;

/**
 * A message that tries a carrier, and the longest waits for its links, its answer and its report. If
 * `answerWithinMs` is omitted, the carrier's own limit applies.
 */
export type Trial = {
  to: string;
  sender: string;
  text: string;
  upWithinMs: number;
  answerWithinMs?: number;
  reportWithinMs: number;
};

/** The report of a network on a trial's message. */
export type TrialReport = Pick<CarrierReport, "reference" | "code" | "errorCode" | "reportedAt">;

/**
 * Finds the report of a trial. Each process with a link to the network stores the reports that it receives.
 */
export type TrialRecords = {
  /** Returns whether a server holds links of the network now. */
  hasLinks(now: Date): Promise<boolean>;
  /** Returns the report stored last under one of these references since a time; null if there is none. */
  findReport(references: readonly string[], since: Date): Promise<TrialReport | null>;
};

/**
 * Stores deliveries of a trial's own links in the same way as a server does, and finds the trial's report.
 */
export type TrialStore = { events(carrier: Carrier): CarrierEvents; records: TrialRecords };

/** The carrier to try, with its settings and secrets. */
type TrialCarrier = { name: string; kind: string; given: unknown };

/** The result of a trial. `report` is the last one that came in time. */
export type TrialResult =
  | { isUp: false; reason: string | null }
  | {
      isUp: true;
      outcome: CarrierAnswer["outcome"] | "no answer";
      code?: string;
      cause?: string;
      /** The reason why the carrier went down afterwards. */
      reason?: string;
      references?: readonly (string | null)[];
      report: TrialReport | null;
      /** The reason why no report can come yet. */
      note?: string;
    };

const NO_LINKS = "No server holds links to this network. The network keeps the report until one binds.";

/** A carrier for a trial, with its links open. `receives` is true if it may get the report itself. */
type OpenTrial = { carrier: Carrier; receives: boolean; isUp: boolean };

/**
 * Opens a carrier separately, even if a server has it open, and sends one message to a phone (rules: trials).
 * If the network allows it, the trial's links request no deliveries. A delivery over them is stored before it
 * is answered, as on a server's links.
 */
export async function tryCarrier(
  db: Database,
  tried: TrialCarrier,
  trial: Trial,
  run: TrialStore & { at: Date },
): Promise<TrialResult> {
  const { name, kind, given } = tried;
  const { records, at } = run;
  const known = kindNamed(kind);
  const opened = await open(db, tried, trial, run);
  const { carrier } = opened;
  try {
    if (!opened.isUp) return { isUp: false, reason: carrier.health().reason };
    const { settled, health } = await submit(carrier, trial, await findAddress(db, name, trial.sender), at);
    const { isUp, reason } = health;
    if (!isUp && settled?.outcome === "later") return { isUp, reason };
    const isReported = settled?.outcome === "accepted" && known.hasLinks;
    const hasReceiver = isReported && (opened.receives || (await records.hasLinks(now())));
    const references = isReported ? settled.references.flatMap((one) => one ?? []) : [];
    const forms = references.flatMap((one) => [one, ...(known.otherForms?.(one) ?? [])]);
    return {
      isUp: true,
      ...described(settled, (code) => known.causeOf(code, given)),
      ...(reason !== null && { reason }),
      report: hasReceiver ? await reportOf(forms, trial, run) : null,
      ...(isReported && !hasReceiver && { note: NO_LINKS }),
    };
  } finally {
    await carrier.stop?.(new Date(now().getTime() + STOP_MS));
  }
}

/** Opens the carrier with the first trial settings that its network accepts. */
async function open(
  db: Database,
  { name, kind, given }: TrialCarrier,
  trial: Trial,
  { events }: TrialStore,
): Promise<OpenTrial> {
  const known = kindNamed(kind);
  const errorRules = await errorRulesFor(db, kind);
  const ways = known.trialWays?.(given) ?? [{ given, receives: false }];
  for (const [index, way] of ways.entries()) {
    let isRefused = false;
    const carrier = known.open({
      id: TRIAL_ID,
      name,
      given: way.given,
      db,
      errorRules: () => errorRules,
      happened: (event) => {
        isRefused ||= event.kind === "refused";
      },
    });
    await carrier.start?.({ ...events(carrier), roomChanged: () => undefined });
    const isOver = () => carrier.room() > 0 || isRefused;
    const isUp = !carrier.isDraining && (await within(trial.upWithinMs, isOver)) && !isRefused;
    const isFollowed = ways[index + 1]?.follows?.(carrier.health().reason ?? "") ?? false;
    const isLast = !isRefused || !isFollowed;
    if (isUp || isLast) return { carrier, receives: way.receives, isUp };
    await carrier.stop?.(new Date(now().getTime() + STOP_MS));
  }
  throw new Error("The kind has no settings for a trial.");
}

/** Waits for the report. @returns the last that came in time, or the first final one. */
async function reportOf(
  references: readonly string[],
  { reportWithinMs }: Trial,
  { records, at }: TrialStore & { at: Date },
): Promise<TrialReport | null> {
  const endsAt = performance.now() + reportWithinMs;
  for (;;) {
    const report = await records.findReport(references, at);
    const isFinal = report !== null && [1, 2, 16].includes(report.code);
    if (isFinal || performance.now() + LOOK_FOR_REPORT_MS > endsAt) return report;
    await sleep(LOOK_FOR_REPORT_MS);
  }
}

/**
 * Submits the message. Returns the answer, undefined if none came in time, and the carrier's health. A carrier that
 * was down at the answer may have reconnected since: its outage counts.
 */
async function submit(
  carrier: Carrier,
  { to, sender, text, answerWithinMs }: Trial,
  from: SenderAddress | null,
  at: Date,
): Promise<{ settled: CarrierAnswer | undefined; health: Health }> {
  const { text: body, encoding } = encodeText(text, false);
  let settled: CarrierAnswer | undefined;
  let health = carrier.health();
  carrier.submit(
    [
      {
        id: newId(),
        sender,
        ...(from && { from }),
        msisdn: to,
        body,
        maskedBody: null,
        encoding,
        parts: splitParts(body, encoding),
        sendType: "sms",
        messageClass: "transactional",
        network: null,
        already: [],
        putOff: 0,
        validUntil: new Date(at.getTime() + VALIDITY_MS),
      },
    ],
    ([answer]) => {
      settled = answer;
      health = carrier.health();
    },
    at,
  );
  await within(answerWithinMs ?? carrier.answerTimeoutMs ?? VALIDITY_MS, () => settled !== undefined);
  return { settled, health: health.isUp ? carrier.health() : health };
}

function described(settled: CarrierAnswer | undefined, causeOf: (code: CarrierErrorCode) => string) {
  if (!settled) return { outcome: "no answer" as const };
  const { outcome } = settled;
  if (outcome === "accepted") return { outcome, references: settled.references };
  return outcome === "unknown" ? { outcome } : { outcome, code: settled.code, cause: causeOf(settled.code) };
}

/** Waits until a condition holds. @returns whether it held in time. */
async function within(ms: number, isSo: () => boolean): Promise<boolean> {
  const endsAt = performance.now() + ms;
  while (!isSo()) {
    if (performance.now() >= endsAt) return false;
    await sleep(LOOK_MS);
  }
  return true;
}
