import { z } from "zod";
import { text } from "@/lib/contracts/base/parameters";
import { DEVELOPERS, VISITORS } from "@/lib/contracts/base/roles";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";

/** The most addresses and domains in one account's list (rules: email senders). */
export const MAX_SENDERS = 100;

/** An address, or a domain such as `@example.com`, whose emails are sent as texts. Times are New Zealand local. */
export const emailSenderRecord = z.object({
  sender: z.string(),
  /** It counts once it is confirmed. Until then its link is valid or expired. */
  state: z.enum(["confirmed", "waiting", "link_too_old"]),
  addedAt: z.string(),
  /** The address that received the link. */
  linkTo: z.string(),
});

/** Returns the list in alphabetical order, with the settings of emails to texts. */
export const listEmailSenders = memberOperation({
  method: "GET",
  path: "/api/members/email-senders",
  roles: DEVELOPERS,
  request: z.object({}),
  response: z.object({
    /** The domain behind the @ of every number; null if this installation accepts no emails. */
    domain: z.string().nullable(),
    /** True if this installation can send the links. It needs a mail server, and its own address for the links. */
    sendsLinks: z.boolean(),
    senders: z.array(emailSenderRecord),
  }),
});

const sender = text().trim().min(1, "must not be empty").max(300, "must be at most 300 characters long");

/** Adds an address or a domain, and sends the link that confirms it. */
export const addEmailSenderOperation = memberOperation({
  method: "POST",
  path: "/api/members/email-senders",
  roles: DEVELOPERS,
  request: z.object({ sender }),
  response: z.object({ success: z.literal(true), sender: emailSenderRecord }),
});

/** Sends another link. The previous one no longer works. */
export const resendEmailSenderLink = memberOperation({
  method: "POST",
  path: "/api/members/email-senders/link",
  roles: DEVELOPERS,
  request: z.object({ sender }),
  response: done,
});

/** Removes an address or a domain. Its later emails are rejected. */
export const removeEmailSenderOperation = memberOperation({
  method: "POST",
  path: "/api/members/email-senders/remove",
  roles: DEVELOPERS,
  request: z.object({ sender }),
  response: done,
});

/** Confirms an address or a domain by the link's token. The reader of the mail may be signed out. */
export const confirmEmailSenderOperation = memberOperation({
  method: "POST",
  path: "/api/members/email-senders/confirm",
  roles: VISITORS,
  request: z.object({ token: text() }),
  response: z.object({ success: z.literal(true), sender: z.string() }),
});

export type EmailSenderRecord = z.output<typeof emailSenderRecord>;
