import type { ContactListRecord } from "@/lib/contracts/members/contacts/contact-lists";

/** The server's count of the people on lists: each counts once, and opted-out numbers do not count. */
export type ListCount = { lists: readonly string[]; total: number };

/**
 * Returns the number of people that a send to lists reaches. Until the server has counted these lists, it
 * adds up their contacts, so that a long list never passes for a short one.
 * @param chosen the IDs of the lists.
 * @param counted the server's latest count, which may be of other lists.
 */
export function peopleIn(
  chosen: readonly string[],
  lists: readonly Pick<ContactListRecord, "id" | "contacts">[],
  counted: ListCount | undefined,
): number {
  if (counted && isSame(counted.lists, chosen)) return counted.total;
  return lists.reduce((sum, { id, contacts }) => (chosen.includes(id) ? sum + contacts : sum), 0);
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id));
}
