import { readListMembers, readSendLists } from "@/lib/contacts/list-members";
import { type SendListRow, sendListsStatement } from "@/lib/contacts/list-members.sql";
import type { MergeField } from "@/lib/contracts/base/merge-fields";
import type { Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { contactFields } from "@/lib/messages/merge/contact-fields";

/** The recipients that a request of the page Send names. */
type NamedRecipients = {
  to: string[];
  body: string;
  fields?: readonly MergeField[] | undefined;
  lists?: readonly string[] | undefined;
};

/**
 * The recipients of a send, the values for their texts, and the number of contacts of its lists that are left out.
 */
export type SendRecipients = {
  to: string[];
  fields: readonly MergeField[] | undefined;
  leftOut: number;
  listNames: string[];
};

/**
 * Returns the recipients of a request of the page Send (rules: sends to lists): the current contacts of its lists, or
 * the recipients that it names.
 * @param most the most recipients of a send.
 * @throws GatewayError `not_found` for a list, `too_many_recipients`, `invalid_parameter`.
 */
export async function resolveRecipients(
  db: Queryable,
  accountId: number,
  { to, body, fields, lists }: NamedRecipients,
  most: number,
): Promise<SendRecipients> {
  if (lists === undefined) return { to, fields, leftOut: 0, listNames: [] };
  if (to.length > 0 || fields !== undefined)
    throw new GatewayError("invalid_parameter", "Parameter 'lists' can't be used with 'to' or 'fields'.");
  const found = await readSendLists(db, accountId, lists);
  const { members, fields: known, optedOut } = await readListMembers(db, accountId, found, most);
  return {
    to: members.map(({ msisdn }) => msisdn),
    fields: await contactFields(body, members, known),
    leftOut: optedOut,
    listNames: found.map(({ name }) => name),
  };
}

/**
 * Returns the most recipients that a request of the page Send may have, to reserve places (rules: heavy requests). A
 * deleted list has none: the request may be a repeat.
 */
export async function countRecipients(
  db: Queryable,
  accountId: number,
  { to, lists }: Pick<NamedRecipients, "to" | "lists">,
  most: number,
): Promise<number> {
  if (lists === undefined) return to.length;
  const found = await db.query<SendListRow>(sendListsStatement(accountId, lists));
  return Math.min(
    most,
    found.reduce((sum, { contacts }) => sum + contacts, 0),
  );
}
