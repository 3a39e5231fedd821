import { z } from "zod";
import { anyText, cutText, flag, givenName, message, oneOf } from "@/lib/contracts/base/parameters";
import { READERS_AND_VIEWERS, SENDERS } from "@/lib/contracts/base/roles";
import {
  DRAFT_NUMBERS_LENGTH,
  MAX_SEND_LISTS,
  MESSAGE_CLASSES,
  SEND_NAME_LENGTH,
} from "@/lib/contracts/base/values";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";
import { deliveryWindow } from "@/lib/contracts/members/send";

/** Creates the schema of a form's unfinished field. Its validity is checked by the send. */
const field = () => cutText(100).default("");

/** The unfinished form of the page Send, without a file, which is chosen again. */
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
  /** The name of its file, which has to be chosen again; null without one. */
  fileName: z.string().nullable(),
});

/** Lists an account's drafts, the newest first (rules: drafts). */
export const listDrafts = memberOperation({
  method: "GET",
  path: "/api/members/send/drafts",
  roles: READERS_AND_VIEWERS,
  request: z.object({}),
  response: z.object({ drafts: z.array(draftRecord) }),
});

const which = { id: z.uuid("must be an id") };

export const readDraftOperation = memberOperation({
  method: "GET",
  path: "/api/members/send/drafts/draft",
  roles: READERS_AND_VIEWERS,
  request: z.object(which),
  response: draftRecord.extend({ form: draftForm }),
});

/**
 * Saves a form. It replaces the draft with the id, or creates one with this id. Without an id, the server chooses
 * one.
 */
export const saveDraftOperation = memberOperation({
  method: "POST",
  path: "/api/members/send/drafts",
  roles: SENDERS,
  request: z.object({
    id: which.id.optional(),
    name: givenName(SEND_NAME_LENGTH),
    form: draftForm,
    fileName: cutText(200).nullable().default(null),
  }),
  response: z.object({ success: z.literal(true), id: z.string() }),
});

export const removeDraftOperation = memberOperation({
  method: "POST",
  path: "/api/members/send/drafts/remove",
  roles: SENDERS,
  request: z.object(which),
  response: done,
});

export type DraftsList = z.output<typeof listDrafts.response>;
export type DraftDetails = z.output<typeof readDraftOperation.response>;
export type GivenDraft = z.output<typeof saveDraftOperation.request>;
