import type { BulkSendResponse, SendFailure, SendResponse } from "@/lib/contracts/gateway/send";
import { type BulkSent, withEntries } from "@/lib/messages/send/send-response";
import type { SendResult } from "@/lib/messages/send/submit";
import { fromDollars } from "@/lib/money";

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

/** The total that sandbox responses would charge, in micro-dollars. */
export function wouldCharge(messages: readonly SendResponse[]): bigint {
  return messages.reduce((sum, message) => sum + fromDollars(message.sandbox_would_charge ?? 0), 0n);
}
