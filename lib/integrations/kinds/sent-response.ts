import type { SendResponse } from "@/lib/contracts/gateway/send";
import type { SentResponse } from "@/lib/contracts/integrations/parameters";
import { GatewayError } from "@/lib/errors";
import type { Sent } from "@/lib/integrations/integration";
import { firstTaken } from "@/lib/integrations/run";

/**
 * The answer of a CRM or an automation to a text that was taken (rules: integration answers). Of several
 * recipients it tells that of the first, and one entry for each.
 * @throws GatewayError `invalid_recipient` where none of several recipients is a phone number.
 */
export function sentResponse(sent: Sent): SentResponse {
  const first = firstTaken(sent);
  if (!first)
    throw new GatewayError("invalid_recipient", "None of the recipients in 'to' is a phone number.");
  const told = {
    success: true as const,
    message_id: first.message_id,
    status: statusOf(first),
    parts: first.parts,
  };
  if (!("messages" in sent)) return told;
  const messages = sent.messages.map((entry) =>
    entry.success
      ? { success: true as const, to: entry.to, message_id: entry.message_id, status: entry.status }
      : { success: false as const, to: entry.to, error: entry.message },
  );
  return { ...told, messages };
}

/** No integration sends in the sandbox. */
export function statusOf({ status }: SendResponse): "accepted" | "queued" | "held" {
  if (status === "sandbox") throw new Error("An integration has sent in the sandbox.");
  return status;
}
