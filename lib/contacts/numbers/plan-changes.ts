import { MAX_CONTACTS, MAX_MEMBERSHIPS } from "@/lib/contracts/base/values";

/** A number, and the list to add it to, to remove it from, or both. */
export type NumberChange = { msisdn: string; addTo: string | null; removeFrom: string | null };

/** The outcome of a change: the names of the changed lists, and a note for people if one was not changed. */
export type NumberOutcome = {
  addedTo: string | null;
  removedFrom: string | null;
  note: string | null;
  /** The account or its lists were full. */
  isFull: boolean;
};

/** The account's rows that changes need. */
export type KnownContacts = {
  contacts: number;
  /** The memberships in all lists. */
  places: number;
  /** The names of lists by their ids. */
  lists: ReadonlyMap<string, string>;
  /** The ids of contacts by their numbers. */
  ids: ReadonlyMap<string, string>;
  isMember(list: string, contact: string): boolean;
};

/** The rows to write, and the outcome of each change. */
export type PlannedChanges = {
  added: { id: string; msisdn: string }[];
  /** The contacts to add to each list, and to remove from each. */
  joins: Map<string, string[]>;
  leaves: Map<string, string[]>;
  outcomes: NumberOutcome[];
};

const GONE = "The list is no longer there.";

/**
 * Plans changes one after the other. Missing contacts are added within the account's limits (rules: list changes). It
 * reads and writes no database.
 * @param newId returns the id of a new contact.
 */
export function planChanges(
  changes: readonly NumberChange[],
  known: KnownContacts,
  newId: () => string,
): PlannedChanges {
  const ids = new Map(known.ids);
  const added: PlannedChanges["added"] = [];
  let { contacts, places } = known;
  const members = new Map<string, { list: string; contact: string; was: boolean; is: boolean }>();
  const place = (list: string, contact: string) => {
    const key = `${list} ${contact}`;
    const was = members.get(key)?.was ?? known.isMember(list, contact);
    const found = members.get(key) ?? { list, contact, was, is: was };
    members.set(key, found);
    return found;
  };
  const leave = (msisdn: string, list: string): Partial<NumberOutcome> => {
    const name = known.lists.get(list);
    if (name === undefined) return { note: GONE };
    const contact = ids.get(msisdn);
    const found = contact === undefined ? undefined : place(list, contact);
    if (!found?.is) return { note: `Was not in ${name}.` };
    found.is = false;
    places--;
    return { removedFrom: name };
  };
  const join = (msisdn: string, list: string): Partial<NumberOutcome> => {
    const name = known.lists.get(list);
    if (name === undefined) return { note: GONE };
    const contact = ids.get(msisdn);
    if (contact !== undefined && place(list, contact).is) return { note: `Already in ${name}.` };
    const full = fullFor(contact === undefined ? contacts + 1 : contacts, places + 1);
    if (full !== null) return { note: `Not added to ${name}: ${full}`, isFull: true };
    const id = contact ?? newId();
    if (contact === undefined) {
      added.push({ id, msisdn });
      ids.set(msisdn, id);
      contacts++;
    }
    place(list, id).is = true;
    places++;
    return { addedTo: name };
  };
  const outcomes = changes.map(({ msisdn, addTo, removeFrom }): NumberOutcome => {
    const left = removeFrom === null ? {} : leave(msisdn, removeFrom);
    const joined = addTo === null ? {} : join(msisdn, addTo);
    const notes = [left.note, joined.note].filter((note) => note !== undefined && note !== null);
    return {
      addedTo: joined.addedTo ?? null,
      removedFrom: left.removedFrom ?? null,
      note: notes.length === 0 ? null : [...new Set(notes)].join(" "),
      isFull: joined.isFull ?? false,
    };
  });
  const changed = (to: boolean) =>
    byList([...members.values()].filter(({ was, is }) => was !== is && is === to));
  return { added, joins: changed(true), leaves: changed(false), outcomes };
}

/** Returns the reason that so many contacts or memberships do not fit, or null. */
function fullFor(contacts: number, places: number): string | null {
  const most = (count: number) => count.toLocaleString("en-NZ");
  if (contacts > MAX_CONTACTS) return `an account has at most ${most(MAX_CONTACTS)} contacts.`;
  if (places > MAX_MEMBERSHIPS) return `lists together have at most ${most(MAX_MEMBERSHIPS)} places.`;
  return null;
}

function byList(members: readonly { list: string; contact: string }[]): Map<string, string[]> {
  const lists = new Map<string, string[]>();
  for (const { list, contact } of members) {
    const contacts = lists.get(list) ?? [];
    contacts.push(contact);
    lists.set(list, contacts);
  }
  return lists;
}
