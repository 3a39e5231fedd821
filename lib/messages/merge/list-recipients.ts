import { readListMembers, readSendLists } from "@/lib/contacts/list-members";
import { type SendListRow, sendListsStatement } from "@/lib/contacts/list-members.sql";
import type { MergeField } from "@/lib/contracts/base/merge-fields";
import type { Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { contactFields } from "@/lib/messages/merge/contact-fields";

/** What a request of the page Send names its recipients by. */
type Named = {
  to: string[];
  body: string;
  fields?: readonly MergeField[] | undefined;
  lists?: readonly string[] | undefined;
};

/** Whom a send goes to, what their texts are filled with, and how many of its lists' contacts are left out. */
export type Resolved = {
  to: string[];
  fields: readonly MergeField[] | undefined;
  leftOut: number;
  listNames: string[];
};

/**
 * Finds out whom a request of the page Send goes to (rules: sends to lists): the contacts of its lists as they are at this
 * moment, or the recipients that it names.
 * @param most the most recipients of a send.
 * @throws GatewayError `not_found` for a list, `too_many_recipients`, `invalid_parameter`.
 */
export async function resolveRecipients(
  db: Queryable,
  accountId: number,
  { to, body, fields, lists }: Named,
  most: number,
): Promise<Resolved> {
  if (lists === undefined) return { to, fields, leftOut: 0, listNames: [] };
  if (to.length > 0 || fields !== undefined)
    throw new GatewayError("invalid_parameter", "Parameter 'lists' stands in place of 'to' and 'fields'.");
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
 * How many recipients a request of the page Send may have, to hold places by (rules: heavy requests). A list that is gone has
 * none: the request may be a repeat.
 */
export async function countRecipients(
  db: Queryable,
  accountId: number,
  { to, lists }: Pick<Named, "to" | "lists">,
  most: number,
): Promise<number> {
  if (lists === undefined) return to.length;
  const found = await db.query<SendListRow>(sendListsStatement(accountId, lists));
  return Math.min(
    most,
    found.reduce((sum, { contacts }) => sum + contacts, 0),
  );
}
