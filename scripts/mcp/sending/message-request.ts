import { z } from "zod";
import { MESSAGE_ID_LENGTH } from "@/lib/contracts/base/values";
import { sendRequest } from "@/lib/contracts/gateway/send";
import { parseMoment } from "@/lib/sms/nz-time";
import { GSM7_PART, MAX_PARTS } from "@/lib/sms/text/segments";
import { MAX_VALIDITY_MINUTES } from "@/lib/sms/validity";

/** The most recipients of one call: as many as a person reads before confirming. */
export const MAX_RECIPIENTS = 20;

/**
 * A reference of messages. The API itself rejects forbidden characters: some models' schemas do not support the
 * pattern of its contract.
 */
export const reference = z.string().min(1).max(MESSAGE_ID_LENGTH);

/** The longest text: a longer one would be cut off. */
const MAX_TEXT = MAX_PARTS * GSM7_PART;

const { messageClass, from, unicode, sendAt } = sendRequest.shape;

/** A message as an assistant may request it, with the names of the API (rules: send request). */
export const messageRequest = z.object({
  to: z
    .array(
      z
        .string()
        .regex(/^\+?[\d ().-]{6,30}$/, "must be a phone number in international form, such as 64211234567"),
    )
    .min(1)
    .max(MAX_RECIPIENTS)
    .meta({
      description: `The recipients, in international form, such as 64211234567: at most ${MAX_RECIPIENTS}.`,
    }),
  body: z.string().min(1).max(MAX_TEXT).meta({ description: "The text." }),
  messageClass: messageClass.meta({ description: messageClass.description }),
  from: z.string().trim().max(20).optional().meta({ description: from.description }),
  messageId: reference
    .optional()
    .meta({ description: "A reference, by which message_status finds the messages." }),
  sendAt: z
    .string()
    .max(40)
    .refine((text) => parseMoment(text) !== null, "must be a time that exists, as YYYY-MM-DD HH:MM:SS")
    .optional()
    .meta({ description: sendAt.description }),
  unicode: z.boolean().default(false).meta({ description: unicode.description }),
  validityMinutes: z
    .int()
    .min(1)
    .max(MAX_VALIDITY_MINUTES)
    .optional()
    .meta({ description: sendRequest.shape.validityMinutes.description }),
});

export type MessageRequest = z.output<typeof messageRequest>;
