import { READERS, READERS_AND_VIEWERS, SENDERS } from "@/lib/contracts/base/roles";

// The methods, addresses and roles of the operations on contacts and their lists, without their schemas. A browser
// loads only these, and a page only the areas that it uses.

export const listContactsOperation = {
  method: "GET",
  path: "/api/members/contacts",
  roles: READERS_AND_VIEWERS,
} as const;
export const addContactOperation = { method: "POST", path: "/api/members/contacts", roles: SENDERS } as const;
export const changeContactOperation = {
  method: "POST",
  path: "/api/members/contacts/change",
  roles: SENDERS,
} as const;
export const removeContactsOperation = {
  method: "POST",
  path: "/api/members/contacts/remove",
  roles: SENDERS,
} as const;
export const exportContactsOperation = {
  method: "GET",
  path: "/api/members/contacts/export",
  roles: READERS,
} as const;
export const listContactLists = {
  method: "GET",
  path: "/api/members/contacts/lists",
  roles: READERS_AND_VIEWERS,
} as const;
export const addContactList = {
  method: "POST",
  path: "/api/members/contacts/lists",
  roles: SENDERS,
} as const;
export const renameContactList = {
  method: "POST",
  path: "/api/members/contacts/lists/rename",
  roles: SENDERS,
} as const;
export const removeContactList = {
  method: "POST",
  path: "/api/members/contacts/lists/remove",
  roles: SENDERS,
} as const;
export const changeContactList = {
  method: "POST",
  path: "/api/members/contacts/lists/change",
  roles: SENDERS,
} as const;
export const removeContactField = {
  method: "POST",
  path: "/api/members/contacts/fields/remove",
  roles: SENDERS,
} as const;
export const readContactImport = {
  method: "GET",
  path: "/api/members/contacts/import",
  roles: READERS,
} as const;
export const beginContactImport = {
  method: "POST",
  path: "/api/members/contacts/import",
  roles: SENDERS,
} as const;
export const stageContactImport = {
  method: "POST",
  path: "/api/members/contacts/import/rows",
  roles: SENDERS,
} as const;
export const saveContactImport = {
  method: "POST",
  path: "/api/members/contacts/import/save",
  roles: SENDERS,
} as const;
export const cancelContactImport = {
  method: "POST",
  path: "/api/members/contacts/import/cancel",
  roles: SENDERS,
} as const;
