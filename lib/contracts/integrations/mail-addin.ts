import { z } from "zod";
import { operation } from "@/lib/contracts/base/operation";
import { bulkSendResponse } from "@/lib/contracts/gateway/send";
import { recipients, SEND_ERRORS, text } from "@/lib/contracts/integrations/parameters";

/** The body of the mail add-in (rules: mail add-in). */
export const mailAddinBody = z.looseObject({
  to: recipients,
  message: text.optional(),
  subject: z
    .string()
    .optional()
    .meta({ description: "The email's subject, used as the text if `message` is empty." }),
  from: z
    .string()
    .optional()
    .meta({ description: "A shortcode your account can use.", examples: ["552"] }),
});

/** The operation of the mail add-in (rules: integration errors). */
export const mailAddinOperation = operation({
  id: "mailAddinSend",
  method: "POST",
  path: "/mail-addin/send.php",
  tag: "Integrations",
  summary: "Send from a mail program",
  description:
    "Called by the mail add-in with a token created in the Members Area. The response is the same as for several recipients.",
  callers: "addin",
  request: mailAddinBody,
  logged: { to: "recipients", message: "text", subject: "text", from: "word" },
  response: bulkSendResponse,
  errors: SEND_ERRORS,
  statuses: { idempotency_conflict: 400 },
  repeatable: true,
  examples: [
    {
      summary: "One text",
      request: { to: "64211234567", message: "Kia ora", subject: "Your order" },
      response: {
        success: true,
        status: "bulk",
        messages: [
          {
            success: true,
            status: "accepted",
            message_id: "01a1fc1e-7827-71fa-b114-9c303160f115",
            to: "64211234567",
            from: "552",
            parts: 1,
            route: "One NZ",
            porting: { ported: false, carrier: "One NZ", source: "prefix" },
          },
        ],
        summary: { total: 1, sent: 1, failed: 0 },
      },
    },
  ],
});
