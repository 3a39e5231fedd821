import { z } from "zod";
import { operation } from "@/lib/contracts/base/operation";
import { text, trimmedMessage } from "@/lib/contracts/base/parameters";

/** The request of a legacy send (rules: legacy send), without the credentials. */
export const legacySendRequest = z.object({
  cellnum: text().meta({
    description: "The recipient, in international form without a plus sign.",
    examples: ["64211234567"],
  }),
  message: trimmedMessage().meta({ description: "The text.", examples: ["Kia ora"] }),
  sender: text()
    .trim()
    .optional()
    .meta({ description: "A shortcode your account can use.", examples: ["552"] }),
});

/** Sends a text by a plain URL (rules: legacy errors). */
export const legacySendOperation = operation({
  id: "legacySend",
  method: "GET",
  path: "/send.php",
  tag: "Legacy",
  summary: "Send a text by a plain address",
  description:
    "For systems that can only open a URL. `password` is the account's password or an API key's secret. The response is one line of plain text: `SUCCESS:<message id>`, or `ERROR:<reason>` with 400 or 401. The message is `transactional`. Prefer `/gateway/sms/out`, because URLs end up in logs. You can turn this endpoint off.",
  callers: "legacy",
  errorStyle: "text",
  request: legacySendRequest,
  logged: { cellnum: "recipients", message: "text", sender: "word" },
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
