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

/** Whom a send to lists goes to at this moment. */
export type ListMembers = {
  members: Member[];
  /** What contacts have besides name and number. */
  fields: FieldRow[];
  /** Contacts of the lists that have opted out. */
  optedOut: number;
};

/**
 * The lists of a send, by name.
 * @throws GatewayError `not_found` where one of them is not the account's.
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
 * Reads whom a send to lists goes to (rules: sends to lists): each contact once, without those that have opted out.
 * @param most the most recipients of a send.
 * @throws GatewayError `too_many_recipients`, and `invalid_parameter` where nobody is left.
 */
export async function readListMembers(
  db: Queryable,
  accountId: number,
  lists: readonly SendListRow[],
  most: number,
): Promise<ListMembers> {
  const ids = lists.map(({ id }) => id);
  const places = lists.reduce((sum, { contacts }) => sum + contacts, 0);
  // More places than an account has contacts are not counted one by one.
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
      : "Everybody in these lists has opted out. Nobody can be sent to.",
  );
}

function tooMany(many: number, most: number): GatewayError {
  const [has, takes] = [many, most].map((count) => count.toLocaleString("en-NZ"));
  return new GatewayError(
    "too_many_recipients",
    `These lists have ${has} contacts; a send goes to at most ${takes}. Send to smaller lists.`,
  );
}
