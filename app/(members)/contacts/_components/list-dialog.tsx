"use client";

import { useState } from "react";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { SAVED } from "@/components/words/confirmations";
import { LIST_NAME_LENGTH } from "@/lib/contracts/base/values";
import {
  addContactList,
  listContactLists,
  renameContactList,
} from "@/lib/contracts/generated/members/contacts/contact-lists";
import { listContactsOperation } from "@/lib/contracts/generated/members/contacts/contacts";
import type { ContactListRecord } from "@/lib/contracts/members/contacts/contact-lists";

/** Draws the dialog that adds or renames a list. */
export function ListDialog({ list, onClose }: { list: ContactListRecord | undefined; onClose: () => void }) {
  const [name, setName] = useState(list?.name ?? "");
  const options = { changes: [listContactLists, listContactsOperation], quiet: true, close: onClose };
  const add = useMemberAction(addContactList, { ...options, done: "List added." });
  const rename = useMemberAction(renameContactList, { ...options, done: SAVED });
  return (
    <FormDialog
      title={list ? "Rename list" : "Add list"}
      confirm={list ? "Save" : "Add"}
      isPending={add.isPending || rename.isPending}
      isDisabled={name.trim() === ""}
      error={add.error?.message ?? rename.error?.message}
      onSubmit={() => (list ? rename.mutate({ id: list.id, name }) : add.mutate({ name }))}
      onClose={onClose}
    >
      <Field
        label="Name"
        autoFocus
        autoComplete="off"
        maxLength={LIST_NAME_LENGTH}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  );
}
