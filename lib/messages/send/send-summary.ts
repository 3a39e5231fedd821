import type { BulkSendResponse, SendFailure, SendResponse } from "@/lib/contracts/gateway/send";
import type { SendFromPageRequest } from "@/lib/contracts/members/send";
import { type BulkSent, withEntries } from "@/lib/messages/send/send-response";
import type { SendResult } from "@/lib/messages/send/submit";
import { openingsOf } from "@/lib/messages/window/openings";
import { fromDollars } from "@/lib/money";
import { type LocalTime, localTimes } from "@/lib/numbers/local-time";
import { mapInSlices } from "@/lib/parsing/map-in-slices";
import { formatNz } from "@/lib/sms/nz-time";
import type { QuietHours } from "@/lib/sms/quiet-hours";

/** A bulk response, sorted into sent messages and failures. */
export type ReadBulk = {
  messages: SendResponse[];
  first: SendResponse | undefined;
  failed: number;
  failures: { to: string; message: string }[];
};

/** Reads the result of a send to a list. */
export function readBulk(result: SendResult<SendResponse | BulkSent>): ReadBulk {
  const response = result.kind === "replay" ? JSON.parse(result.response) : withEntries(result.response);
  const entries = (response as BulkSendResponse).messages;
  const messages = entries.filter((entry): entry is SendResponse => entry.success);
  const failures = entries
    .filter((entry): entry is SendFailure => !entry.success)
    .map(({ to, message }) => ({ to, message }));
  return { messages, first: messages[0], failed: failures.length, failures };
}

/** Returns the fewest and the most parts of the messages; 0 without messages. */
export function partsOf(messages: readonly SendResponse[]): { parts: number; mostParts: number } {
  const first = messages[0]?.parts ?? 0;
  return messages.reduce(
    ({ parts: fewest, mostParts }, { parts }) => ({
      parts: Math.min(fewest, parts),
      mostParts: Math.max(mostParts, parts),
    }),
    { parts: first, mostParts: first },
  );
}

/** The numbers that are read without a break: each takes tens of microseconds. */
const SLICE = 100;

/**
 * Returns the countries of recipients, the time of each by its own clock, and the number of messages. The country
 * with the most messages is first.
 */
export async function countriesOf(
  messages: readonly SendResponse[],
  sendAt: Date,
): Promise<(LocalTime & { messages: number })[]> {
  const timeOf = localTimes(sendAt);
  const found = new Map<string | null, LocalTime & { messages: number }>();
  const times = await mapInSlices(messages, SLICE, ({ to }) => timeOf(to));
  for (const { country, at } of times) {
    found.set(country, { country, at, messages: (found.get(country)?.messages ?? 0) + 1 });
  }
  return [...found.values()].sort((one, other) => other.messages - one.messages);
}

/**
 * The first and the last time of sending, and the number of messages that are sent at once; null without messages.
 */
export type GoingOut = { first: Date; last: Date; atOnce: number };

/**
 * Returns the times at which messages of a send with a delivery window are sent (rules: delivery windows), by the
 * rules of acceptance.
 * @param quiet the night, which also applies.
 */
export async function goingOut(
  messages: readonly SendResponse[],
  { sendAt, localTime, window }: Pick<SendFromPageRequest, "sendAt" | "localTime" | "window">,
  { quiet, now }: { quiet: QuietHours; now: Date },
): Promise<GoingOut | null> {
  if (!window || messages.length === 0) return null;
  const opening = openingsOf(window, quiet);
  const localTimeOf = sendAt && localTime ? localTimes(sendAt) : undefined;
  const times = await mapInSlices(messages, SLICE, ({ to }) => {
    const at = localTimeOf?.(to).at ?? sendAt ?? now;
    return (opening({ msisdn: to, sendType: "sms" }, at) ?? at).getTime();
  });
  const sum = { first: Number.POSITIVE_INFINITY, last: 0, atOnce: 0 };
  for (const time of times) {
    sum.first = Math.min(sum.first, time);
    sum.last = Math.max(sum.last, time);
    if (time <= now.getTime()) sum.atOnce++;
  }
  return { first: new Date(sum.first), last: new Date(sum.last), atOnce: sum.atOnce };
}

/** Returns those times for pages, in New Zealand time. */
export function toGoesOut(going: GoingOut | null): { first: string; last: string } | null {
  return going && { first: formatNz(going.first), last: formatNz(going.last) };
}

/** Returns the total that sandbox responses would charge, in micro-dollars. */
export function wouldCharge(messages: readonly SendResponse[]): bigint {
  return messages.reduce((sum, message) => sum + fromDollars(message.sandbox_would_charge ?? 0), 0n);
}
