import { readFields } from "@/lib/contacts/fields";
import type { FieldRow } from "@/lib/contacts/fields.sql";
import {
  countMembersStatement,
  type Member,
  type MemberCounts,
  membersStatement,
  type SendListRow,
  sendListsStatement,
} from "@/lib/contacts/list-members.sql";
import { MAX_CONTACTS } from "@/lib/contracts/base/values";
import type { Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/** The current recipients of a send to lists. */
export type ListMembers = {
  members: Member[];
  /** The fields of contacts besides name and number. */
  fields: FieldRow[];
  /** The number of contacts of the lists that have opted out. */
  optedOut: number;
};

/**
 * Reads the lists of a send, sorted by name.
 * @throws GatewayError `not_found` if one of them is not the account's.
 */
export async function readSendLists(
  db: Queryable,
  accountId: number,
  lists: readonly string[],
): Promise<SendListRow[]> {
  const found = await db.query<SendListRow>(sendListsStatement(accountId, lists));
  if (found.length < new Set(lists).size)
    throw new GatewayError("not_found", "One of these lists is no longer there. Choose again.");
  return found;
}

/**
 * Reads the recipients of a send to lists (rules: sends to lists): each contact once, without those that have opted
 * out.
 * @param most the most recipients of a send.
 * @throws GatewayError `too_many_recipients`, or `invalid_parameter` if no recipient remains.
 */
export async function readListMembers(
  db: Queryable,
  accountId: number,
  lists: readonly SendListRow[],
  most: number,
): Promise<ListMembers> {
  const ids = lists.map(({ id }) => id);
  const places = lists.reduce((sum, { contacts }) => sum + contacts, 0);
  // If the lists have more memberships than an account may have contacts, no further count is needed.
  if (places > MAX_CONTACTS) throw tooMany(places, most);
  const [counts] = await db.query<MemberCounts>(countMembersStatement(ids));
  const { contacts, optedOut } = counts ?? { contacts: 0, optedOut: 0 };
  if (contacts - optedOut > most) throw tooMany(contacts - optedOut, most);
  const [members, fields] = await Promise.all([
    db.query<Member>(membersStatement(ids, most)),
    readFields(db, accountId),
  ]);
  if (members.length > 0) return { members, fields, optedOut };
  throw new GatewayError(
    "invalid_parameter",
    contacts === 0
      ? "There are no contacts in these lists."
      : "Everybody in these lists has opted out. The send would have no recipients.",
  );
}

function tooMany(many: number, most: number): GatewayError {
  const [has, takes] = [many, most].map((count) => count.toLocaleString("en-NZ"));
  return new GatewayError(
    "too_many_recipients",
    `These lists have ${has} contacts; a send goes to at most ${takes}. Send to smaller lists.`,
  );
}
