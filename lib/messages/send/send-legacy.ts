import type { Caller } from "@/lib/auth/callers/caller";
import type { LegacySendRequest } from "@/lib/contracts/gateway/legacy-send";
import { type SendResponse, sendRequest } from "@/lib/contracts/gateway/send";
import type { Database } from "@/lib/db/client";
import { renameParameters } from "@/lib/messages/send/rename-parameters";
import { send } from "@/lib/messages/send/send";
import type { SendRules } from "@/lib/messages/send/submit";

/** What the parameters of a send are called here. */
const NAMES = { to: "cellnum", body: "message", from: "sender" } as const;

/**
 * Sends a text for the legacy endpoint (rules: legacy send): one recipient, transactional.
 * @returns the message's id.
 * @throws GatewayError as `send`, with the parameters' legacy names.
 */
export async function sendLegacy(
  db: Database,
  caller: Caller,
  { cellnum, message, sender }: LegacySendRequest,
  rules: SendRules,
  now: Date,
): Promise<string> {
  const request = sendRequest.parse({
    to: cellnum,
    body: message,
    from: sender,
    messageClass: "transactional",
  });
  const result = await send(db, caller, request, null, rules, now).catch((error) => {
    throw renameParameters(error, NAMES);
  });
  // Without an idempotency key there is no replay, and one recipient is no list.
  if (result.kind === "replay") throw new Error("A legacy send was taken for a repeat.");
  return (result.response as SendResponse).message_id;
}
