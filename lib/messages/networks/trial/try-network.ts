import { carrierNamed, kindNamed, settingsOf } from "@/lib/carriers/setup/carrier-rows";
import {
  TRIAL_TEXT,
  type Trial,
  type TrialResult,
  type TrialStore,
  tryCarrier,
} from "@/lib/carriers/setup/try-carrier";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { type By, changing, network } from "@/lib/messages/networks/change-networks";
import { trialRecords } from "@/lib/messages/networks/trial/trial-records";
import { reportedStatus } from "@/lib/sms/status";

/**
 * The waits of a trial. The first includes the usual times for a connection and for a bind. With two seconds for the
 * end of the links, a trial takes 49 seconds at most: a request has 60.
 */
const WAITS = { upWithinMs: 22_000, answerWithinMs: 10_000, reportWithinMs: 15_000 };

/** The result of a message that was sent to try a network, in a sentence. */
export type NetworkTrial = { isTaken: boolean; result: string };

/** The network to try, the secret that encrypts its secrets, and the storage of deliveries of its links. */
export type TrialSetup = {
  name: string;
  authSecret: string;
  hasServer: boolean;
  events: TrialStore["events"];
};

/**
 * Sends one message to a phone by a separate connection, beside the server's, and records it in the activity.
 * @param waits the waits, which tests shorten.
 * @throws GatewayError `not_found`; `conflict` if its secrets cannot be read, or if no server here could connect.
 */
export async function tryNetwork(
  db: Database,
  { name, authSecret, hasServer, events }: TrialSetup,
  to: Pick<Trial, "to" | "sender"> & Partial<typeof WAITS>,
  by: By,
): Promise<NetworkTrial> {
  const row = await carrierNamed(db, name);
  if (kindNamed(row.kind).hasLinks && !hasServer)
    throw new GatewayError("conflict", `${name} needs a server that keeps connections.`);
  const given = secretly(() => settingsOf(row, authSecret));
  const trial = { ...WAITS, ...to, text: TRIAL_TEXT };
  await changing(db, by, async () => network("tried", name, { to: trial.to }));
  const store = { events, records: trialRecords(db, name) };
  return told(name, await tryCarrier(db, { name, kind: row.kind, given }, trial, { ...store, at: by.now }));
}

function secretly<Value>(read: () => Value): Value {
  try {
    return read();
  } catch {
    throw new GatewayError(
      "conflict",
      "Its secrets were encrypted under another AUTH_SECRET: set them again.",
    );
  }
}

function told(name: string, result: TrialResult): NetworkTrial {
  if (!result.isUp) return { isTaken: false, result: `No connection to ${name}: ${reasonOf(result.reason)}` };
  const { outcome, code, cause, references, report, note = "No report came yet." } = result;
  if (outcome === "accepted") {
    const reference = references?.find((one) => one !== null);
    const taken = `${name} took the message${reference ? `, as ${reference}` : ""}.`;
    const status = report && reportedStatus(report.code);
    return { isTaken: true, result: `${taken} ${status ? `Its report: ${status}.` : note}` };
  }
  if (outcome === "no answer" || outcome === "unknown")
    return { isTaken: false, result: `${name} did not answer: it may have accepted the message.` };
  return { isTaken: false, result: `${name} did not take the message: ${cause ?? ""} (${code})` };
}

/** Returns a reason for the text after "No connection to". An error of the connection contains those words itself. */
function reasonOf(reason: string | null): string {
  return reason?.replace(/^no connection: /, "") ?? "it did not answer.";
}
