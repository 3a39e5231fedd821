import type { BulkSendResponse, SendFailure, SendResponse } from "@/lib/contracts/gateway/send";
import { type BulkSent, withEntries } from "@/lib/messages/send/send-response";
import type { SendResult } from "@/lib/messages/send/submit";
import { fromDollars } from "@/lib/money";
import { type LocalTime, localTimes } from "@/lib/numbers/local-time";
import { mapInSlices } from "@/lib/parsing/map-in-slices";

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

/** The fewest and the most parts that one of the messages has; 0 for none. */
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

/** Numbers that are looked at at once: each takes tens of microseconds. */
const SLICE = 100;

/** The countries that messages go to by their recipients' own clocks, when, and how many there are, the most first. */
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

/** The total that sandbox responses would charge, in micro-dollars. */
export function wouldCharge(messages: readonly SendResponse[]): bigint {
  return messages.reduce((sum, message) => sum + fromDollars(message.sandbox_would_charge ?? 0), 0n);
}
