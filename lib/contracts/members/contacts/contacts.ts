import { z } from "zod";
import { givenName, label, limit, oneOf, text } from "@/lib/contracts/base/parameters";
import { READERS, READERS_AND_VIEWERS, SENDERS } from "@/lib/contracts/base/roles";
import {
  CONTACT_NAME_LENGTH,
  CONTACT_ORDERS,
  FIELD_NAME_LENGTH,
  FIELD_VALUE_LENGTH,
  MAX_CHOSEN_CONTACTS,
  MAX_CONTACT_LISTS,
  MAX_FIELDS,
  SEARCH_LENGTH,
} from "@/lib/contracts/base/values";
import { done } from "@/lib/contracts/members/account";
import { namedKeyset, neighbours } from "@/lib/contracts/members/cursor";
import { memberOperation } from "@/lib/contracts/members/operation";

/** The name of a field. It has no braces and no bar, so that a text can name it (rules: merge fields). */
export const fieldName = givenName(FIELD_NAME_LENGTH).regex(/^[^{}|]*$/, "must not contain {, } or |");

const fieldValue = z.object({ name: z.string(), value: z.string() });

/** A contact in a list. Its number is international digits. */
export const contactRecord = z.object({
  id: z.string(),
  number: z.string(),
  /** The name; empty without one. */
  name: z.string(),
  fields: z.array(fieldValue),
  /** True if the number is blocked, so that it gets no messages. */
  optedOut: z.boolean(),
  addedAt: z.string(),
  /** The names of the contact's first lists, and the number of its other lists. */
  lists: z.array(z.string()),
  moreLists: z.int(),
});

const which = {
  /** Any part of a name or number. */
  search: label(SEARCH_LENGTH).trim().optional(),
  /** The id of a list. */
  list: z.uuid("must be an id").optional(),
};

/**
 * Lists an account's contacts, newest first (rules: contacts). The contacts of one list have no order by name, and a
 * cursor of another order is ignored.
 */
export const listContactsOperation = memberOperation({
  method: "GET",
  path: "/api/members/contacts",
  roles: READERS_AND_VIEWERS,
  request: z.object({
    ...which,
    ...namedKeyset,
    order: oneOf(CONTACT_ORDERS).optional(),
    limit: limit(100, 25),
  }),
  response: z.object({
    contacts: z.array(contactRecord),
    /** The order of the result, which may differ from the requested one. */
    order: z.enum(CONTACT_ORDERS),
    ...neighbours,
  }),
});

/** Returns all contacts as a file. */
export const exportContactsOperation = memberOperation({
  method: "GET",
  path: "/api/members/contacts/export",
  roles: READERS,
  request: z.object(which),
  response: z.never(),
});

const given = {
  number: text(),
  name: label(CONTACT_NAME_LENGTH).trim().default(""),
  /** Values by field. A new field is added to the account. An empty value is no value. */
  fields: z
    .array(z.object({ name: fieldName, value: label(FIELD_VALUE_LENGTH).trim() }))
    .max(MAX_FIELDS, `must be at most ${MAX_FIELDS}`)
    .default([]),
};

export const addContactOperation = memberOperation({
  method: "POST",
  path: "/api/members/contacts",
  roles: SENDERS,
  request: z.object({
    ...given,
    lists: z
      .array(z.uuid("must be ids"))
      .max(MAX_CONTACT_LISTS, `must be at most ${MAX_CONTACT_LISTS}`)
      .default([]),
  }),
  response: z.object({ success: z.literal(true), id: z.string() }),
});

/** Replaces a contact. Omitted fields are removed. */
export const changeContactOperation = memberOperation({
  method: "POST",
  path: "/api/members/contacts/change",
  roles: SENDERS,
  request: z.object({ id: z.uuid("must be an id"), ...given }),
  response: done,
});

/** Contacts that are changed together. */
export const chosenContacts = z
  .array(z.uuid("must be ids"))
  .min(1, "must not be empty")
  .max(MAX_CHOSEN_CONTACTS, `must be at most ${MAX_CHOSEN_CONTACTS}`);

/** Removes contacts, from their lists too. Contacts that were removed before are not counted. */
export const removeContactsOperation = memberOperation({
  method: "POST",
  path: "/api/members/contacts/remove",
  roles: SENDERS,
  request: z.object({ ids: chosenContacts }),
  response: z.object({ success: z.literal(true), removed: z.int() }),
});

export type ContactRecord = z.output<typeof contactRecord>;
export type ListContactsRequest = z.output<typeof listContactsOperation.request>;
export type ContactsPage = z.output<typeof listContactsOperation.response>;
export type GivenContact = z.output<typeof addContactOperation.request>;
export type ChangedContact = z.output<typeof changeContactOperation.request>;
export type ContactOrder = (typeof CONTACT_ORDERS)[number];
