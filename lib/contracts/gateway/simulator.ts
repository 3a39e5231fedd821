import { z } from "zod";
import { nzTime } from "@/lib/contracts/base/nz-date-time";
import { operation } from "@/lib/contracts/base/operation";
import { paginate, pagination } from "@/lib/contracts/base/pagination";
import { anyText, limit, page, text } from "@/lib/contracts/base/parameters";

/** The longest text that networks join: 255 parts of 153 characters. */
const MAX_BODY_CHARACTERS = 255 * 153;

/** A message of a handset in the simulated network: `from` is its number, `to` a shortcode. */
export const simulatedInboundRequest = z
  .object({
    from: text().meta({ description: "The handset's number.", examples: ["64211234567"] }),
    to: text().meta({ description: "A shortcode.", examples: ["552"] }),
    body: anyText()
      .refine(
        (value) => value.length <= MAX_BODY_CHARACTERS,
        `must be at most ${MAX_BODY_CHARACTERS} characters long`,
      )
      .meta({ description: "The text.", examples: ["Yes please"], maxLength: MAX_BODY_CHARACTERS }),
  })
  .meta({ id: "SimulateInboundRequest", description: "A message that a handset sends." });

export const simulatedInboundResponse = z
  .object({
    success: z.literal(true),
    messageId: z.string().meta({ description: "The gateway's id of the message." }),
  })
  .meta({ id: "SimulateInboundResponse", description: "The message has come in." });

/** The request of a simulated handset's messages. */
export const handsetRequest = z.object({
  msisdn: text().meta({ description: "The handset's number.", examples: ["64211234567"] }),
  limit: limit(200, 100),
  page: page(),
});

/** A message on a simulated handset. `messageId` is the gateway's, `receivedTime` is New Zealand local. */
export const handsetMessage = z
  .object({
    messageId: z.string().meta({ description: "The gateway's id of the message." }),
    from: z.string().meta({ description: "The sender.", examples: ["552"] }),
    to: z.string().meta({ description: "The handset's number.", examples: ["64211234567"] }),
    body: z.string().meta({ description: "The text as it arrived.", examples: ["Kia ora"] }),
    receivedTime: nzTime("When it arrived."),
  })
  .meta({ id: "HandsetMessage", description: "A message on a handset of the simulated network." });

export const handsetResponse = z
  .object({
    status: z.literal("success"),
    messages: z.array(handsetMessage).meta({ description: "Newest first." }),
    pagination,
  })
  .meta({ id: "HandsetResponse", description: "A page of messages received by a handset." });

export type SimulatedInboundRequest = z.output<typeof simulatedInboundRequest>;
export type SimulatedInboundResponse = z.output<typeof simulatedInboundResponse>;
export type HandsetRequest = z.output<typeof handsetRequest>;
export type HandsetResponse = z.output<typeof handsetResponse>;

/** Simulates a reply of a handset. */
export const simulateInboundOperation = operation({
  id: "simulateInbound",
  method: "POST",
  path: "/simulator/inbound",
  tag: "Simulator",
  summary: "Send a message from a simulated handset",
  description:
    "Only available with the simulator. The event is sent to your webhook like a real one. Messages to a shared shortcode must come from a handset your account was the last to text from it. Messages to your own shortcodes can come from any number.",
  callers: "account",
  request: simulatedInboundRequest,
  logged: { from: "recipients", to: "word", body: "text" },
  response: simulatedInboundResponse,
  errors: ["not_found", "forbidden"],
  examples: [
    {
      summary: "A reply to a shortcode",
      request: { from: "64211234567", to: "552", body: "Yes please" },
      response: { success: true, messageId: "01a1fc20-11aa-7b52-8e2b-0d6f3c6a7f10" },
    },
  ],
});

/** Returns the messages on a simulated handset. */
export const readHandsetOperation = operation({
  id: "readHandset",
  method: "GET",
  path: "/simulator/messages",
  tag: "Simulator",
  summary: "Read messages received by a simulated handset",
  description: "Your messages to that number, newest first. Only available with the simulator.",
  callers: "account",
  request: handsetRequest,
  logged: { msisdn: "recipients", limit: "word", page: "word" },
  response: handsetResponse,
  errors: ["not_found"],
  examples: [
    {
      summary: "One handset",
      request: { msisdn: "64211234567" },
      response: {
        status: "success",
        messages: [
          {
            messageId: "01a1fc1e-7827-71fa-b114-9c303160f115",
            from: "552",
            to: "64211234567",
            body: "Kia ora",
            receivedTime: "2026-11-21 12:00:01",
          },
        ],
        pagination: paginate({ page: 1, limit: 100 }, 1),
      },
    },
  ],
});
