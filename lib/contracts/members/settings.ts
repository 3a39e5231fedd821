import { z } from "zod";
import { integer, label } from "@/lib/contracts/base/parameters";
import { OWNERS } from "@/lib/contracts/base/roles";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";

/** The longest name of an account, and the most addresses for notices. */
export const ACCOUNT_NAME_LENGTH = 200;
export const MAX_NOTICE_EMAILS = 10;

/** A sender that the account may use. `own`: no other account may use it. */
export const senderChoice = z.object({ id: z.int(), number: z.string(), own: z.boolean() });

/** Returns the account's settings. A sender of null is the service's own choice. */
export const readSettings = memberOperation({
  method: "GET",
  path: "/api/members/settings",
  roles: OWNERS,
  request: z.object({}),
  response: z.object({
    /** The account's number in the words of its pages. */
    accountId: z.int(),
    name: z.string(),
    noticeEmails: z.array(z.string()),
    defaultSenderId: z.int().nullable(),
    templateSenderId: z.int().nullable(),
    legacySendEnabled: z.boolean(),
    /** True if the API accepts the account's password, beside its keys. */
    passwordOnApi: z.boolean(),
    senders: z.array(senderChoice),
    /**
     * The New Zealand times of day between which messages to New Zealand wait. With equal times, no message waits.
     */
    night: z.object({ start: z.string(), end: z.string() }),
  }),
});

const senderId = () => integer(1, 2_147_483_647).nullable();

/** Changes settings. Omitted fields stay. */
export const changeSettings = memberOperation({
  method: "POST",
  path: "/api/members/settings",
  roles: OWNERS,
  request: z.object({
    name: label(ACCOUNT_NAME_LENGTH).trim().min(1, "must not be empty").optional(),
    noticeEmails: z
      .array(z.email("must be email addresses").max(254, "must be email addresses"))
      .max(MAX_NOTICE_EMAILS, `must be at most ${MAX_NOTICE_EMAILS} addresses`)
      .optional(),
    senders: z.object({ defaultSenderId: senderId(), templateSenderId: senderId() }).optional(),
    legacySendEnabled: z.boolean("must be true or false").optional(),
    passwordOnApi: z.boolean("must be true or false").optional(),
  }),
  response: done,
});

export type SettingsRecord = z.output<typeof readSettings.response>;
export type SettingsChange = z.output<typeof changeSettings.request>;
