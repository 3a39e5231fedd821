import { z } from "zod";
import { operation } from "@/lib/contracts/operation";
import { pagination } from "@/lib/contracts/pagination";
import { limit, message, page, text } from "@/lib/contracts/parameters";

/** The longest text that networks join: 255 parts of 153 characters. */
const LONGEST_BODY = 255 * 153;

/** What a handset of the simulated network sends: `from` its number, `to` a shortcode. */
export const simulatedInboundRequest = z.object({
  from: text(),
  to: text(),
  body: message().refine(
    (value) => value.length <= LONGEST_BODY,
    `must be at most ${LONGEST_BODY} characters long`,
  ),
});

export const simulatedInboundResponse = z.object({ success: z.literal(true), messageId: z.string() });

/** What a handset of the simulated network has received. */
export const handsetRequest = z.object({ msisdn: text(), limit: limit(200, 100), page: page() });

/** `messageId` is the gateway's; `receivedTime` is New Zealand local. */
export const handsetMessage = z.object({
  messageId: z.string(),
  from: z.string(),
  to: z.string(),
  body: z.string(),
  receivedTime: z.string(),
});

export const handsetResponse = z.object({
  status: z.literal("success"),
  messages: z.array(handsetMessage),
  pagination,
});

export type SimulatedInboundRequest = z.output<typeof simulatedInboundRequest>;
export type SimulatedInboundResponse = z.output<typeof simulatedInboundResponse>;
export type HandsetRequest = z.output<typeof handsetRequest>;
export type HandsetResponse = z.output<typeof handsetResponse>;

/** A reply, made up. */
export const simulateInboundOperation = operation({
  id: "simulateInbound",
  method: "POST",
  path: "/simulator/inbound",
  tag: "Simulator",
  summary: "Send a message as a handset of the simulated network",
  description:
    "There only while the carrier is the simulator. The event goes to your webhook like a real one.",
  callers: "account",
  request: simulatedInboundRequest,
  response: simulatedInboundResponse,
  errors: [],
  examples: [
    {
      summary: "A reply to a shortcode",
      request: { from: "64211234567", to: "552", body: "Yes please" },
      response: { success: true, messageId: "01a1fc20-11aa-7b52-8e2b-0d6f3c6a7f10" },
    },
  ],
});

/** What a handset shows. */
export const readHandsetOperation = operation({
  id: "readHandset",
  method: "GET",
  path: "/simulator/messages",
  tag: "Simulator",
  summary: "Read what a handset of the simulated network has received",
  description:
    "Your own messages to that number, newest first. There only while the carrier is the simulator.",
  callers: "account",
  request: handsetRequest,
  response: handsetResponse,
  errors: [],
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
        pagination: {
          page: 1,
          limit: 100,
          totalRecords: 1,
          totalPages: 1,
          hasNextPage: false,
          hasPreviousPage: false,
        },
      },
    },
  ],
});
