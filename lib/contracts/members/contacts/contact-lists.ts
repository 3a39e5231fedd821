import { z } from "zod";
import { givenName } from "@/lib/contracts/base/parameters";
import { READERS_AND_VIEWERS, SENDERS } from "@/lib/contracts/base/roles";
import { LIST_NAME_LENGTH } from "@/lib/contracts/base/values";
import { done } from "@/lib/contracts/members/account";
import { chosenContacts, fieldName } from "@/lib/contracts/members/contacts/contacts";
import { memberOperation } from "@/lib/contracts/members/operation";

/** A list of contacts, with its number of contacts. */
export const contactListRecord = z.object({ id: z.string(), name: z.string(), contacts: z.int() });

/** Lists an account's lists and fields by name, and counts its contacts (rules: contact lists). */
export const listContactLists = memberOperation({
  method: "GET",
  path: "/api/members/contacts/lists",
  roles: READERS_AND_VIEWERS,
  request: z.object({}),
  response: z.object({
    contacts: z.int(),
    lists: z.array(contactListRecord),
    /** The fields of contacts besides number and name. */
    fields: z.array(z.string()),
  }),
});

const which = { id: z.uuid("must be an id") };
const name = givenName(LIST_NAME_LENGTH);

export const addContactList = memberOperation({
  method: "POST",
  path: "/api/members/contacts/lists",
  roles: SENDERS,
  request: z.object({ name }),
  response: z.object({ success: z.literal(true), id: z.string() }),
});

export const renameContactList = memberOperation({
  method: "POST",
  path: "/api/members/contacts/lists/rename",
  roles: SENDERS,
  request: z.object({ ...which, name }),
  response: done,
});

/** Removes a list. Its contacts stay. */
export const removeContactList = memberOperation({
  method: "POST",
  path: "/api/members/contacts/lists/remove",
  roles: SENDERS,
  request: z.object(which),
  response: done,
});

/** Adds contacts to a list, or removes them. Returns the number of changed memberships. */
export const changeContactList = memberOperation({
  method: "POST",
  path: "/api/members/contacts/lists/change",
  roles: SENDERS,
  request: z.object({ ...which, contacts: chosenContacts, isMember: z.boolean("must be true or false") }),
  response: z.object({ success: z.literal(true), changed: z.int() }),
});

/** Removes a field, with its values in all contacts. */
export const removeContactField = memberOperation({
  method: "POST",
  path: "/api/members/contacts/fields/remove",
  roles: SENDERS,
  request: z.object({ name: fieldName }),
  response: done,
});

export type ContactListRecord = z.output<typeof contactListRecord>;
export type ContactLists = z.output<typeof listContactLists.response>;
