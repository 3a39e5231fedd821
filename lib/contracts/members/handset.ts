import { z } from "zod";
import { label } from "@/lib/contracts/base/parameters";
import { READERS_AND_VIEWERS, SENDERS } from "@/lib/contracts/base/roles";
import { simulatedInboundRequest } from "@/lib/contracts/gateway/simulator";
import { memberOperation } from "@/lib/contracts/members/operation";

/** The longest number of a look-up. */
const NUMBER_LENGTH = 40;

/** A message on the phone's screen. `at` is New Zealand local. */
export const handsetText = z.object({
  id: z.string(),
  /** The direction, seen from the phone. */
  direction: z.enum(["received", "sent"]),
  shortcode: z.string(),
  /** The text as it arrived. It shows one-time codes, as a phone does. */
  text: z.string(),
  at: z.string(),
});

/** Returns the latest messages between a phone of the simulated network and the account. */
export const readHandsetOperation = memberOperation({
  method: "GET",
  path: "/api/members/handset",
  roles: READERS_AND_VIEWERS,
  request: z.object({ number: label(NUMBER_LENGTH).trim() }),
  response: z.object({
    number: z.string(),
    /** The messages, newest first. */
    texts: z.array(handsetText),
    /**
     * Shortcodes that the phone may write to: the ones from which this account was the last to write to it, and the
     * account's own.
     */
    writesTo: z.array(z.string()),
    /** Other numbers that the account wrote to lately. */
    others: z.array(z.string()),
  }),
});

/** Writes from the phone to a shortcode. */
export const writeFromHandsetOperation = memberOperation({
  method: "POST",
  path: "/api/members/handset",
  roles: SENDERS,
  request: simulatedInboundRequest,
  response: z.object({
    success: z.literal(true),
    /**
     * True if the message came to this account. A message that an administrator simulates may be another account's.
     */
    arrived: z.boolean(),
  }),
});

export type HandsetText = z.output<typeof handsetText>;
export type MemberHandset = z.output<typeof readHandsetOperation.response>;
