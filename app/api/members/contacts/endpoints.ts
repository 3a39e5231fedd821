import { addContact, changeContact, removeContacts } from "@/lib/contacts/change-contacts";
import { addList, changeList, readLists, removeList, renameList } from "@/lib/contacts/change-lists";
import { exportContacts } from "@/lib/contacts/export-contacts";
import { removeField } from "@/lib/contacts/fields";
import { previewImport, saveImport } from "@/lib/contacts/import/save-import";
import { beginImport, cancelImport, stagePiece } from "@/lib/contacts/import/stage-import";
import { listContacts } from "@/lib/contacts/list-contacts";
import {
  beginContactImport,
  cancelContactImport,
  readContactImport,
  saveContactImport,
  stageContactImport,
} from "@/lib/contracts/members/contacts/contact-imports";
import {
  addContactList,
  changeContactList,
  listContactLists,
  removeContactField,
  removeContactList,
  renameContactList,
} from "@/lib/contracts/members/contacts/contact-lists";
import {
  addContactOperation,
  changeContactOperation,
  exportContactsOperation,
  listContactsOperation,
  removeContactsOperation,
} from "@/lib/contracts/members/contacts/contacts";
import { tableOf } from "@/lib/http/endpoint-table";
import { member } from "@/lib/http/member";
import { csvResponse } from "@/lib/http/reply/csv";
import { requireListUnused } from "@/lib/replies/rules/named-by-rules";

export const CONTACTS_ENDPOINTS = tableOf([
  member(listContactsOperation, ({ db, member, input }) => listContacts(db, member.accountId, input), "long"),
  member(addContactOperation, "contact_added", async (tx, { member, input, now }) => {
    const { id, msisdn } = await addContact(tx, member.accountId, input, now);
    return { details: { number: msisdn }, answer: { success: true, id } };
  }),
  member(changeContactOperation, "contact_changed", async (tx, { member, input }) => ({
    details: { number: await changeContact(tx, member.accountId, input) },
  })),
  member(exportContactsOperation, async ({ db, member: { accountId }, stillReads, input }) => {
    const { batches, ...file } = await exportContacts(db, accountId, input);
    return csvResponse({ accountId, stillReads }, { name: "contacts", ...file }, batches);
  }),
  member(removeContactField, "contact_field_removed", async (tx, { member, input, now }) => ({
    details: { name: await removeField(tx, member.accountId, input.name, now) },
  })),
  member(
    readContactImport,
    ({ db, member: { accountId }, input: { id }, now }) => previewImport(db, { accountId, id }, now),
    "long",
  ),
  member(beginContactImport, async ({ db, member, input, now }) => ({
    success: true as const,
    id: await beginImport(db, member.accountId, input, now),
  })),
  member(cancelContactImport, ({ db, member, input }) => cancelImport(db, member.accountId, input.id)),
  member(stageContactImport, async ({ db, member, input, now }) => ({
    success: true as const,
    problems: await stagePiece(db, member.accountId, input, now),
  })),
  member(saveContactImport, async ({ db, actor, input, now, still }) => ({
    success: true as const,
    ...(await saveImport(db, actor, { ...input, still }, now)),
  })),
  member(listContactLists, ({ db, member }) => readLists(db, member.accountId)),
  member(addContactList, "contact_list_added", async (tx, { member, input, now }) => {
    const id = await addList(tx, member.accountId, input.name, now);
    return { details: { name: input.name }, answer: { success: true, id } };
  }),
  member(changeContactList, "contact_list_changed", async (tx, { member, input }) => {
    const { name, changed } = await changeList(tx, member.accountId, input);
    const counted = input.isMember ? { added: changed } : { removed: changed };
    return { details: changed === 0 ? null : { list: name, ...counted }, answer: { success: true, changed } };
  }),
  member(removeContactList, "contact_list_removed", async (tx, { member, input }) => {
    await requireListUnused(tx, member.accountId, input.id);
    return { details: { name: await removeList(tx, member.accountId, input.id) } };
  }),
  member(renameContactList, "contact_list_renamed", async (tx, { member, input }) => {
    await renameList(tx, member.accountId, input);
    return { details: { name: input.name } };
  }),
  member(removeContactsOperation, "contacts_removed", async (tx, { member, input }) => {
    const removed = await removeContacts(tx, member.accountId, input.ids);
    return { details: removed === 0 ? null : { contacts: removed }, answer: { success: true, removed } };
  }),
]);
