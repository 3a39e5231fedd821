import { z } from "zod";
import { label } from "@/lib/contracts/base/parameters";
import { simulatedInboundRequest } from "@/lib/contracts/gateway/simulator";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/messaging-routes";

/** Longest number that is looked up. */
const NUMBER_LENGTH = 40;

/** A message on the phone's screen, as its owner sees it; `at` is New Zealand local. */
export const handsetText = z.object({
  id: z.string(),
  /** From the account, or from the phone. */
  direction: z.enum(["received", "sent"]),
  shortcode: z.string(),
  /** As it arrived: whoever holds a phone reads the one-time codes it gets. */
  text: z.string(),
  at: z.string(),
});

/** What a phone of the simulated network has received from the account and has written to it: the latest of it. */
export const readHandsetOperation = memberOperation({
  ...routes.readHandsetOperation,
  request: z.object({ number: label(NUMBER_LENGTH).trim() }),
  response: z.object({
    number: z.string(),
    /** Newest first. */
    texts: z.array(handsetText),
    /** Shortcodes that the account may have it write to: those that it was the last to send to it from, and its own. */
    writesTo: z.array(z.string()),
    /** Other numbers that the account wrote to lately. */
    others: z.array(z.string()),
  }),
});

/** The phone writes to a shortcode. */
export const writeFromHandsetOperation = memberOperation({
  ...routes.writeFromHandsetOperation,
  request: simulatedInboundRequest,
  response: z.object({
    success: z.literal(true),
    /** Whether the message came to this account: what an administrator has a phone write may be another's. */
    arrived: z.boolean(),
  }),
});

export type HandsetText = z.output<typeof handsetText>;
export type MemberHandset = z.output<typeof readHandsetOperation.response>;
