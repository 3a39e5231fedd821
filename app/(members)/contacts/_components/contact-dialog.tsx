"use client";

import { useState } from "react";
import { Button } from "@/components/controls/button";
import { FilterSelect } from "@/components/lists/filter-field";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { SAVED } from "@/components/words/confirmations";
import {
  CONTACT_NAME_LENGTH,
  FIELD_NAME_LENGTH,
  FIELD_VALUE_LENGTH,
  MAX_FIELDS,
} from "@/lib/contracts/base/values";
import { listContactLists } from "@/lib/contracts/generated/members/contacts/contact-lists";
import {
  addContactOperation,
  changeContactOperation,
  listContactsOperation,
} from "@/lib/contracts/generated/members/contacts/contacts";
import type { ContactListRecord } from "@/lib/contracts/members/contacts/contact-lists";
import type { ContactRecord } from "@/lib/contracts/members/contacts/contacts";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

/** Draws the dialog that adds or changes a contact. */
export function ContactDialog({
  contact,
  lists,
  fields,
  onClose,
}: {
  contact: ContactRecord | undefined;
  lists: readonly ContactListRecord[];
  /** The names of the contacts' fields. */
  fields: readonly string[];
  onClose: () => void;
}) {
  const [number, setNumber] = useState(contact ? writtenNumber(contact.number) : "");
  const [name, setName] = useState(contact?.name ?? "");
  const [list, setList] = useState("");
  const [values, setValues] = useState(() =>
    fields.map((field) => ({
      name: field,
      value: contact?.fields.find((own) => own.name === field)?.value ?? "",
    })),
  );
  const [more, setMore] = useState<{ name: string; value: string }>();
  const [isUnnamed, setUnnamed] = useState(false);
  const options = { changes: [listContactsOperation, listContactLists], quiet: true, close: onClose };
  const add = useMemberAction(addContactOperation, { ...options, done: "Contact added." });
  const change = useMemberAction(changeContactOperation, { ...options, done: SAVED });
  const submit = () => {
    const given = [...values, ...(more ? [more] : [])].filter(({ value }) => value.trim() !== "");
    const isNameless = given.some((field) => field.name.trim() === "");
    setUnnamed(isNameless);
    if (isNameless) return;
    const asked = { number, name, fields: given };
    if (contact) change.mutate({ ...asked, id: contact.id });
    else add.mutate({ ...asked, lists: list === "" ? [] : [list] });
  };
  return (
    <FormDialog
      title={contact ? "Change contact" : "Add contact"}
      confirm={contact ? "Save" : "Add"}
      isPending={add.isPending || change.isPending}
      isDisabled={number.trim() === ""}
      error={isUnnamed ? "Enter a name for the new field." : (add.error?.message ?? change.error?.message)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Number"
        hint="For example 021 123 4567 or +61 412 345 678."
        type="tel"
        autoFocus
        autoComplete="off"
        value={number}
        onChange={({ target }) => setNumber(target.value)}
      />
      <Field
        label="Name"
        autoComplete="off"
        maxLength={CONTACT_NAME_LENGTH}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {values.map((field, place) => (
        <Field
          key={field.name}
          label={field.name}
          autoComplete="off"
          maxLength={FIELD_VALUE_LENGTH}
          value={field.value}
          onChange={({ target }) => setValues(values.with(place, { ...field, value: target.value }))}
        />
      ))}
      {more ? (
        <div className="grid gap-3 sm:grid-cols-2">
          <Field
            label="New field"
            autoComplete="off"
            maxLength={FIELD_NAME_LENGTH}
            value={more.name}
            onChange={({ target }) => setMore({ ...more, name: target.value })}
          />
          <Field
            label="Value"
            autoComplete="off"
            maxLength={FIELD_VALUE_LENGTH}
            value={more.value}
            onChange={({ target }) => setMore({ ...more, value: target.value })}
          />
        </div>
      ) : fields.length < MAX_FIELDS ? (
        <Button
          size="sm"
          variant="ghost"
          className="self-start"
          onPress={() => setMore({ name: "", value: "" })}
        >
          Add field
        </Button>
      ) : null}
      {contact || lists.length === 0 ? null : (
        <FilterSelect
          label="List"
          value={list}
          options={[
            { value: "", title: "No list" },
            ...lists.map((each) => ({ value: each.id, title: each.name })),
          ]}
          onChange={setList}
        />
      )}
    </FormDialog>
  );
}
