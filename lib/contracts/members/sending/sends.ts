import { z } from "zod";
import { givenName, label, limit, text } from "@/lib/contracts/base/parameters";
import { READERS_AND_VIEWERS, SENDERS } from "@/lib/contracts/base/roles";
import { SEND_NAME_LENGTH } from "@/lib/contracts/base/values";
import { done } from "@/lib/contracts/members/account";
import { counted, neighbours, orderedKeyset } from "@/lib/contracts/members/cursor";
import { memberOperation } from "@/lib/contracts/members/operation";

/** A send in a list, with the outcomes of its messages. Times are New Zealand local. */
export const sendRecord = z.object({
  id: z.string(),
  name: z.string().nullable(),
  acceptedAt: z.string(),
  /** The earliest time of a scheduled send. */
  sendAt: z.string().nullable(),
  total: z.int(),
  delivered: z.int(),
  failed: z.int(),
  cancelled: z.int(),
  waiting: z.int(),
  /** The paused messages among them. */
  paused: z.int(),
  /** The charges without refunds: a decimal text of dollars, GST included. */
  price: z.string(),
});

/** The longest pause of a send, after which it is cancelled (rules: pausing). */
export const MAX_PAUSED_MS = 14 * 24 * 3_600_000;

/** Lists an account's sends, newest first. `name` is any part of their names. */
export const listSendsOperation = memberOperation({
  method: "GET",
  path: "/api/members/sends",
  roles: READERS_AND_VIEWERS,
  request: z.object({
    name: label(SEND_NAME_LENGTH).trim().optional(),
    ...orderedKeyset,
    limit: limit(50, 25),
  }),
  response: z.object({ sends: z.array(sendRecord), total: counted, ...neighbours }),
});

/** Changes or removes the name of a send. */
export const nameSendOperation = memberOperation({
  method: "POST",
  path: "/api/members/sends/name",
  roles: SENDERS,
  request: z.object({ id: text(), name: givenName(SEND_NAME_LENGTH).optional() }),
  response: done,
});

/** Pauses the messages of a send that no network was handed. Their price is refunded. */
export const pauseSendOperation = memberOperation({
  method: "POST",
  path: "/api/members/sends/pause",
  roles: SENDERS,
  request: z.object({ id: text() }),
  response: z.object({ success: z.literal(true), paused: z.int() }),
});

/** Resumes the paused messages of a send, and charges them again. */
export const resumeSendOperation = memberOperation({
  method: "POST",
  path: "/api/members/sends/resume",
  roles: SENDERS,
  request: z.object({ id: text() }),
  response: z.object({ success: z.literal(true), resumed: z.int() }),
});

export type SendRecord = z.output<typeof sendRecord>;
export type SendsPage = z.output<typeof listSendsOperation.response>;
export type ListSendsRequest = z.output<typeof listSendsOperation.request>;
