import { z } from "zod";
import { anyText, cutText, flag, givenName, message, oneOf } from "@/lib/contracts/base/parameters";
import {
  DRAFT_NUMBERS_LENGTH,
  MAX_SEND_LISTS,
  MESSAGE_CLASSES,
  SEND_NAME_LENGTH,
} from "@/lib/contracts/base/values";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";
import { deliveryWindow } from "@/lib/contracts/members/send";
import * as routes from "@/lib/contracts/routes/messaging-routes";

/** A field of the form as it stands: what is wrong with it is said when it is sent. */
const field = () => cutText(100).default("");

/** The form of the page Send as it stands, but for a file, which is chosen again. */
const draftForm = z.object({
  numbers: anyText().refine(
    ({ length }) => length <= DRAFT_NUMBERS_LENGTH,
    `must have at most ${DRAFT_NUMBERS_LENGTH} characters of numbers`,
  ),
  body: message(),
  messageClass: oneOf(MESSAGE_CLASSES),
  from: field(),
  rateCode: field(),
  messageId: field(),
  name: field(),
  sendAt: field(),
  localTime: flag(),
  window: deliveryWindow.nullable().default(null),
  unicode: flag(),
  lists: z.array(z.uuid("must be ids")).max(MAX_SEND_LISTS).default([]),
});

/** A draft in the list. Times are New Zealand local. */
const draftRecord = z.object({
  id: z.string(),
  name: z.string(),
  savedAt: z.string(),
  /** The file that it had, which has to be chosen again; null for none. */
  fileName: z.string().nullable(),
});

/** An account's drafts, the newest first (rules: drafts). */
export const listDrafts = memberOperation({
  ...routes.listDrafts,
  request: z.object({}),
  response: z.object({ drafts: z.array(draftRecord) }),
});

const which = { id: z.uuid("must be an id") };

export const readDraftOperation = memberOperation({
  ...routes.readDraftOperation,
  request: z.object(which),
  response: draftRecord.extend({ form: draftForm }),
});

/** Keeps a form, in place of the draft that has the id; where there is none, under that id, or one of the server without one. */
export const saveDraftOperation = memberOperation({
  ...routes.saveDraftOperation,
  request: z.object({
    id: which.id.optional(),
    name: givenName(SEND_NAME_LENGTH),
    form: draftForm,
    fileName: cutText(200).nullable().default(null),
  }),
  response: z.object({ success: z.literal(true), id: z.string() }),
});

export const removeDraftOperation = memberOperation({
  ...routes.removeDraftOperation,
  request: z.object(which),
  response: done,
});

export type DraftsList = z.output<typeof listDrafts.response>;
export type DraftDetails = z.output<typeof readDraftOperation.response>;
export type GivenDraft = z.output<typeof saveDraftOperation.request>;
