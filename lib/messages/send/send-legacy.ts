import type { LegacySendRequest } from "@/lib/contracts/gateway/legacy-send";
import { type SendResponse, sendRequest } from "@/lib/contracts/gateway/send";
import { renameParameters } from "@/lib/messages/send/rename-parameters";
import { send } from "@/lib/messages/send/send";
import type { SendContext } from "@/lib/messages/send/send-context";

/** The names of a send's parameters in this endpoint. */
const NAMES = { to: "cellnum", body: "message", from: "sender" } as const;

/**
 * Sends a text for the legacy endpoint (rules: legacy send): one recipient, transactional.
 * @returns the message's id.
 * @throws GatewayError like `send`, with the parameters' legacy names.
 */
export async function sendLegacy(
  context: SendContext,
  { cellnum, message, sender }: LegacySendRequest,
): Promise<string> {
  const request = sendRequest.parse({
    to: cellnum,
    body: message,
    from: sender,
    messageClass: "transactional",
  });
  const result = await send(context, request, null).catch((error) => {
    throw renameParameters(error, NAMES);
  });
  // Without an idempotency key the result is no replay, and with one recipient it is no list.
  if (result.kind === "replay") throw new Error("A legacy send was taken for a repeat.");
  return (result.response as SendResponse).message_id;
}
