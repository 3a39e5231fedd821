import { z } from "zod";
import { operation } from "@/lib/contracts/base/operation";
import { message, text } from "@/lib/contracts/base/parameters";

/** Legacy send (rules: legacy send), without the credentials. */
export const legacySendRequest = z.object({
  cellnum: text().meta({
    description: "The recipient, in international form without a plus sign.",
    examples: ["64211234567"],
  }),
  message: message().meta({ description: "The text.", examples: ["Kia ora"] }),
  sender: text()
    .trim()
    .optional()
    .meta({ description: "A shortcode that the account may send from.", examples: ["552"] }),
});

/** Sends a text by a plain address (rules: legacy send, legacy errors). */
export const legacySendOperation = operation({
  id: "legacySend",
  method: "GET",
  path: "/send.php",
  tag: "Legacy",
  summary: "Send a text by a plain address",
  description:
    "For systems that can do no more than open an address. `password` is the account's password or the secret of an API key. The answer is one line of plain text: `SUCCESS:<message id>`, or `ERROR:<reason>` with 400 or 401. The message is `transactional`. Prefer `/gateway/sms/out`: addresses end up in the logs of whatever stands between; an account may switch this one off.",
  callers: "legacy",
  errorStyle: "text",
  request: legacySendRequest,
  response: z.string().regex(/^SUCCESS:[0-9a-f-]{36}$/),
  errors: ["invalid_recipient", "insufficient_funds", "sender_not_authorised", "no_route"],
  examples: [
    {
      summary: "One text",
      request: { cellnum: "64211234567", message: "Kia ora" },
      response: "SUCCESS:01a1fc1e-7827-71fa-b114-9c303160f115",
    },
  ],
});

export type LegacySendRequest = z.output<typeof legacySendRequest>;
