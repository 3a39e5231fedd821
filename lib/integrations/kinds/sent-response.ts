import type { SendResponse } from "@/lib/contracts/gateway/send";
import type { SentResponse } from "@/lib/contracts/integrations/parameters";
import { GatewayError } from "@/lib/errors";
import type { SendOutcome } from "@/lib/integrations/integration";
import { firstTaken } from "@/lib/integrations/run";

/**
 * Returns the response of a CRM or an automation to an accepted text (rules: integration answers). For several
 * recipients, it has the result of the first, and one entry for each.
 * @throws GatewayError `invalid_recipient` if there are several recipients and no phone number.
 */
export function sentResponse(sent: SendOutcome): SentResponse {
  const first = firstTaken(sent);
  if (!first) throw new GatewayError("invalid_recipient", "No recipient in 'to' is a phone number.");
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

/** Returns the status of a send. Integrations never send in the sandbox. */
export function statusOf({ status }: SendResponse): "accepted" | "queued" | "held" {
  if (status === "sandbox") throw new Error("An integration has sent in the sandbox.");
  return status;
}
