import type { ContactListRecord } from "@/lib/contracts/members/contacts/contact-lists";

/** How many people lists have, as the server has counted them: each once, and without those who have opted out. */
export type Counted = { lists: readonly string[]; total: number };

/**
 * How many people a send to lists goes to. Until the server has counted these lists, everybody in them counts, as often as
 * they are in one: a long list is no short one for as long as that takes.
 * @param chosen the ids of the lists.
 * @param counted what the server has counted last, of these lists or of others.
 */
export function peopleIn(
  chosen: readonly string[],
  lists: readonly Pick<ContactListRecord, "id" | "contacts">[],
  counted: Counted | undefined,
): number {
  if (counted && isSame(counted.lists, chosen)) return counted.total;
  return lists.reduce((sum, { id, contacts }) => (chosen.includes(id) ? sum + contacts : sum), 0);
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id));
}
