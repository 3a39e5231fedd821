import {
  countMembersStatement,
  type MemberCounts,
  type SendListRow,
  sendListsStatement,
} from "@/lib/contacts/list-members.sql";
import type { SendResponse } from "@/lib/contracts/gateway/send";
import type { Queryable } from "@/lib/db/client";
import { type LeftOutRow, leftOutStatement } from "@/lib/messages/send/bulk-send.sql";
import { findRepeat, idempotencyOf, type RepeatKey } from "@/lib/messages/send/idempotency";
import { type MergedRequest, send } from "@/lib/messages/send/send";
import type { BulkSent } from "@/lib/messages/send/send-response";
import { readBulk } from "@/lib/messages/send/send-summary";
import type { SendContext, SendResult } from "@/lib/messages/send/submit";
import { resolveRecipients } from "@/lib/messages/send/to-lists";

/** A request to lists in place of recipients. */
type ListRequest = MergedRequest & { to: string[]; lists: readonly string[] };

/** What came of it, and what is kept of its lists. */
type SentToLists = {
  result: SendResult<SendResponse | BulkSent>;
  listNames: readonly string[];
  leftOut: number;
};

/**
 * Sends to the contacts of lists, once for its key (rules: sends to lists, idempotency). A repeat is the same request to the
 * same lists, whoever is in them meanwhile, and where they are gone: it gets the first result.
 * @throws GatewayError as sending does; `not_found` for a list.
 */
export async function sendToLists(
  context: SendContext,
  request: ListRequest,
  key: NonNullable<RepeatKey>,
): Promise<SentToLists> {
  const first = request.sandbox ? null : await findFirst(context, request, key);
  if (first !== null) return first;
  const { lists: _, ...plain } = request;
  const { to, fields, leftOut, listNames } = await resolveRecipients(context, request);
  const result = await send(context, { ...plain, to, fields }, key, request);
  return { result, listNames, leftOut };
}

/** The first result of a request; null where there is none. */
async function findFirst(
  { db, caller, rules, now }: SendContext,
  request: ListRequest,
  key: NonNullable<RepeatKey>,
): Promise<SentToLists | null> {
  const idempotency = idempotencyOf({ key, operation: "sms", request }, rules.authSecret, now);
  const response = await findRepeat(db, caller.accountId, idempotency, now);
  if (response === null) return null;
  const result = { kind: "replay", response } as const;
  const id = readBulk(result).first?.message_id;
  const { accountId } = caller;
  const [kept] = id === undefined ? [] : await db.query<LeftOutRow>(leftOutStatement(accountId, id));
  return { result, ...(kept ?? (await listsNow(db, accountId, request.lists))) };
}

/** What is kept of lists, as they are now: the server that sent to them ended before it kept it, or is about to. */
async function listsNow(db: Queryable, accountId: number, ids: readonly string[]): Promise<LeftOutRow> {
  const found = await db.query<SendListRow>(sendListsStatement(accountId, ids));
  const [counts] = await db.query<MemberCounts>(countMembersStatement(found.map(({ id }) => id)));
  return { listNames: found.map(({ name }) => name), leftOut: counts?.optedOut ?? 0 };
}
