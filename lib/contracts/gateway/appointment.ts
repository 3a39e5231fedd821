import { z } from "zod";
import { operation } from "@/lib/contracts/base/operation";
import { flag, label, templateText, text } from "@/lib/contracts/base/parameters";
import { RATE_CODE_LENGTH } from "@/lib/contracts/base/values";
import { sendResponse } from "@/lib/contracts/gateway/send";
import { sendSchedule, sendTime } from "@/lib/contracts/gateway/send-time";

/** The longest of the texts that form a reminder. Eleven parts hold less. */
const TEMPLATE_TEXT_LENGTH = 2_000;

/** The request of an appointment reminder (rules: reminders), without the credentials. */
export const appointmentRequest = z
  .object({
    to: text().meta({
      description: "The recipient, in international form without a plus sign.",
      examples: ["64211234567"],
    }),
    msgCompany: templateText(TEMPLATE_TEXT_LENGTH).meta({
      description: "Whose appointment it is.",
      examples: ["Acme Dental"],
    }),
    name: templateText(TEMPLATE_TEXT_LENGTH)
      .optional()
      .meta({ description: "The recipient's first name, for the greeting.", examples: ["Mere"] }),
    date: templateText(TEMPLATE_TEXT_LENGTH)
      .optional()
      .meta({ description: "The day, as free text. Only shown with `time`.", examples: ["Monday"] }),
    time: templateText(TEMPLATE_TEXT_LENGTH)
      .optional()
      .meta({ description: "The time, as free text. Only shown with `date`.", examples: ["9am"] }),
    replyY: flag().meta({ description: "Asks to reply Y." }),
    callUs: templateText(TEMPLATE_TEXT_LENGTH)
      .optional()
      .meta({ description: "The number to call to re-book.", examples: ["09 123 4567"] }),
    address: templateText(TEMPLATE_TEXT_LENGTH)
      .optional()
      .meta({ description: "Where it is.", examples: ["1 Queen Street, Auckland"] }),
    from: text()
      .trim()
      .optional()
      .meta({ description: "A shortcode your account can use.", examples: ["2190"] }),
    rateCode: label(RATE_CODE_LENGTH)
      .optional()
      .meta({
        description: "Your tag for billing, shown there as `<rateCode>-APPT`.",
        examples: ["clinic"],
      }),
    sendAt: sendTime(),
    schedule: sendSchedule(),
    sandbox: flag().meta({ description: "Returns what would happen and its price. Nothing is sent." }),
  })
  .meta({ id: "AppointmentRequest", description: "An appointment and its recipient." });

/** The response of an appointment reminder. `message` is the complete text. */
export const appointmentResponse = sendResponse
  .omit({ route: true, porting: true, truncated: true })
  .extend({
    message: z.string().meta({
      description: "The text that was built.",
      examples: ["Your next appointment with Acme Dental is coming up. Std SMS charges apply."],
    }),
  })
  .meta({ id: "AppointmentResponse", description: "An accepted reminder, or the preview of one." });

const BUILT =
  "Hi Mere, your next appointment with Acme Dental is on Monday at 9am. Reply Y to confirm. Std SMS charges apply.";

/** Sends an appointment reminder. */
export const sendAppointmentOperation = operation({
  id: "sendAppointment",
  method: "POST",
  path: "/gateway/sms/appointment",
  tag: "Sending",
  summary: "Send an appointment reminder",
  description:
    "We build the text from the parameters: the company, the time (with both `date` and `time`), how to confirm or re-book, and the address. The response has it in `message`. At night, reminders to New Zealand are queued until 7am.",
  callers: "account",
  request: appointmentRequest,
  logged: {
    to: "recipients",
    msgCompany: "text",
    name: "text",
    date: "text",
    time: "text",
    replyY: "word",
    callUs: "text",
    address: "text",
    from: "word",
    rateCode: "value",
    sandbox: "word",
    sendAt: "value",
    schedule: "value",
  },
  response: appointmentResponse,
  errors: [
    "invalid_recipient",
    "insufficient_funds",
    "sender_not_authorised",
    "no_route",
    "idempotency_conflict",
  ],
  repeatable: true,
  examples: [
    {
      summary: "Try it in the sandbox",
      request: {
        to: "64211234567",
        msgCompany: "Acme Dental",
        name: "Mere",
        date: "Monday",
        time: "9am",
        replyY: true,
        sandbox: true,
      },
      response: {
        success: true,
        status: "sandbox",
        message_id: "SANDBOX_01a1fc1e-7827-71fa-b114-9c303160f115",
        to: "64211234567",
        from: "2190",
        parts: 1,
        sandbox: true,
        sandbox_message: BUILT,
        sandbox_encoding: "GSM-7",
        sandbox_would_charge: 0.092,
        message: BUILT,
      },
    },
  ],
});

export type AppointmentRequest = z.output<typeof appointmentRequest>;
export type AppointmentResponse = z.output<typeof appointmentResponse>;
