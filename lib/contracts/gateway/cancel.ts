import { z } from "zod";
import { operation } from "@/lib/contracts/base/operation";
import { label, text } from "@/lib/contracts/base/parameters";
import { MESSAGE_ID_LENGTH } from "@/lib/contracts/base/values";
import { DELIVERY_STATUSES } from "@/lib/sms/status";

/** The most messages that one call cancels (rules: cancelling). */
export const MAX_CANCELLED = 400;

/** The messages to cancel: `message_id`, or else `messageId`. */
export const cancelRequest = z
  .object({
    message_id: text()
      .optional()
      .meta({
        description: `Gateway IDs, separated by commas, at most ${MAX_CANCELLED}. Overrides \`messageId\`.`,
        examples: ["01a1fc1e-7827-71fa-b114-9c303160f116"],
      }),
    messageId: label(MESSAGE_ID_LENGTH)
      .optional()
      .meta({
        description: `Your reference: its newest ${MAX_CANCELLED} messages.`,
        examples: ["order-1001"],
      }),
  })
  .meta({ id: "CancelRequest", description: "Which messages to cancel." });

/** The outcome of one message's cancellation. */
export const cancelRecord = z
  .object({
    message_id: z.string().meta({ description: "The gateway's id of the message." }),
    to: z.string().meta({ description: "The recipient.", examples: ["64211234567"] }),
    cancelled: z.boolean().meta({
      description: "Whether it will not be sent, now or by an earlier cancellation.",
    }),
    status: z.enum(DELIVERY_STATUSES).meta({ description: "Its status now: `DELETED` if it is cancelled." }),
    refunded: z.number().meta({
      description: "What went back to your balance for it, in New Zealand dollars, including GST.",
      examples: [0.115],
    }),
  })
  .meta({ id: "CancelledMessage", description: "A message, and whether it is cancelled." });

export const cancelResponse = z
  .object({
    status: z.literal("success"),
    messages: z.array(cancelRecord).meta({
      description: "In the order of `message_id`; of a reference, newest first.",
    }),
    notFound: z.array(z.string()).meta({ description: "The requested IDs that were not found." }),
  })
  .meta({ id: "CancelResponse", description: "Which messages are cancelled." });

export type CancelRequest = z.output<typeof cancelRequest>;
export type CancelResponse = z.output<typeof cancelResponse>;

/** Cancels messages that wait. */
export const cancelMessagesOperation = operation({
  id: "cancelMessages",
  method: "POST",
  path: "/gateway/sms/cancel",
  tag: "Sending",
  summary: "Cancel messages that are waiting to be sent",
  description:
    "Cancels messages that no network has been given so far: scheduled with `sendAt`, queued for the night, or held. They become `DELETED` and their price goes back to your balance. A message that is already on its way is left alone, with `cancelled` false. Cancelling again changes nothing.",
  callers: "account",
  request: cancelRequest,
  logged: { message_id: "value", messageId: "value" },
  response: cancelResponse,
  errors: [],
  examples: [
    {
      summary: "One message",
      request: { message_id: "01a1fc1e-7827-71fa-b114-9c303160f116" },
      response: {
        status: "success",
        messages: [
          {
            message_id: "01a1fc1e-7827-71fa-b114-9c303160f116",
            to: "64211234567",
            cancelled: true,
            status: "DELETED",
            refunded: 0.115,
          },
        ],
        notFound: [],
      },
    },
  ],
});
