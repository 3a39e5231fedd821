import { RequestError } from "@/components/members/request";
import { SOMETHING_WENT_WRONG, UNREACHABLE } from "@/components/words/failures";
import type { ErrorResponse } from "@/lib/contracts/base/error";
import type { BulkSendResponse } from "@/lib/contracts/gateway/send";
import { mailAddinOperation } from "@/lib/contracts/integrations/mail-addin";

export type Texts = { to: string[]; message: string; subject: string };

/**
 * Sends a text through the add-in's endpoint (rules: mail add-in).
 * @param key the idempotency key, which is the same for each attempt of one send. A lost response so causes
 * no second message.
 * @throws RequestError with the server's message; its status is 401 if the token is wrong.
 */
export async function sendTexts(token: string, texts: Texts, key: string): Promise<BulkSendResponse> {
  const response = await fetch(mailAddinOperation.path, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      "Idempotency-Key": key,
    },
    body: JSON.stringify(texts),
    credentials: "omit",
  }).catch(() => {
    throw new RequestError(UNREACHABLE, "unreachable", 0);
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body as BulkSendResponse;
  const { error = SOMETHING_WENT_WRONG, code = "internal_error" } = (body ?? {}) as Partial<ErrorResponse>;
  throw new RequestError(error, code, response.status);
}
