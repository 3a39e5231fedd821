import { z } from "zod";
import { text } from "@/lib/contracts/base/parameters";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/integration-routes";

/** Most addresses and domains on one account's list (rules: email senders). */
export const MAX_SENDERS = 100;

/** An address, or a domain as `@example.com`, whose emails are sent as texts; times are New Zealand local. */
export const emailSenderRecord = z.object({
  sender: z.string(),
  /** It counts once it is confirmed; until then its link is waited for, or has become too old. */
  state: z.enum(["confirmed", "waiting", "link_too_old"]),
  addedAt: z.string(),
  /** Where the link goes, while it is waited for. */
  linkTo: z.string(),
});

/** The list, in alphabetical order, and what it is for. */
export const listEmailSenders = memberOperation({
  ...routes.listEmailSenders,
  request: z.object({}),
  response: z.object({
    /** What is behind the @ of every number; null: this installation takes no emails. */
    domain: z.string().nullable(),
    /** Whether this installation can send the links: it needs a mail server, and its own address to put into them. */
    sendsLinks: z.boolean(),
    senders: z.array(emailSenderRecord),
  }),
});

const sender = text().trim().min(1, "must not be empty").max(300, "must be at most 300 characters long");

/** Puts an address or a domain on the list, and sends the link that confirms it. */
export const addEmailSenderOperation = memberOperation({
  ...routes.addEmailSenderOperation,
  request: z.object({ sender }),
  response: z.object({ success: z.literal(true), sender: emailSenderRecord }),
});

/** Sends another link; the one before opens no more. */
export const resendEmailSenderLink = memberOperation({
  ...routes.resendEmailSenderLink,
  request: z.object({ sender }),
  response: done,
});

/** Takes it off the list: from then on its emails are refused. */
export const removeEmailSenderOperation = memberOperation({
  ...routes.removeEmailSenderOperation,
  request: z.object({ sender }),
  response: done,
});

/** Confirms by the link's token; by whoever reads the mail there, signed in or not. */
export const confirmEmailSenderOperation = memberOperation({
  ...routes.confirmEmailSenderOperation,
  request: z.object({ token: text() }),
  response: z.object({ success: z.literal(true), sender: z.string() }),
});

export type EmailSenderRecord = z.output<typeof emailSenderRecord>;
