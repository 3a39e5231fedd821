import { useState } from "react";
import { SelectedContacts } from "@/app/(members)/contacts/_components/selected-contacts";
import { Chip } from "@/components/controls/chip";
import { DataTable } from "@/components/lists/data-table";
import type { Column } from "@/components/lists/table/column";
import type { ListOrder } from "@/components/lists/table/list-order";
import { May, useMay } from "@/components/members/role";
import { useMemberAction } from "@/components/members/use-member";
import { ConfirmDialog } from "@/components/ui/dialog";
import { PhoneNumber } from "@/components/ui/phone-number";
import { RowMenu } from "@/components/ui/row-menu";
import { Time } from "@/components/ui/time";
import { CANNOT_BE_UNDONE } from "@/components/words/confirmations";
import { listContactLists } from "@/lib/contracts/generated/members/contacts/contact-lists";
import {
  listContactsOperation,
  removeContactsOperation,
} from "@/lib/contracts/generated/members/contacts/contacts";
import type { ContactListRecord } from "@/lib/contracts/members/contacts/contact-lists";
import type { ContactRecord } from "@/lib/contracts/members/contacts/contacts";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

/** Returns a contact's name, or its number if it has no name. */
function titleOf({ name, number }: ContactRecord): string {
  return name === "" ? writtenNumber(number) : name;
}

/** Draws contacts as a table. Each row links to the conversation with the contact. */
export function ContactsTable({
  rows,
  lists,
  list,
  order,
  onChange,
}: {
  rows: readonly ContactRecord[];
  lists: readonly ContactListRecord[];
  /** The ID of the shown list; empty for all contacts. */
  list: string;
  order: ListOrder;
  onChange: (contact: ContactRecord) => void;
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [doomed, setDoomed] = useState<ContactRecord>();
  const remove = useMemberAction(removeContactsOperation, {
    changes: [listContactsOperation, listContactLists],
    done: "Contact deleted.",
    onDone: () => setDoomed(undefined),
  });
  const columns: Column<ContactRecord>[] = [
    {
      title: "Name",
      isFixed: true,
      phone: "title",
      // The contacts of a list have no index by name.
      ...(list === "" ? { order: "name" } : {}),
      cell: ({ name }) =>
        name === "" ? (
          <span className="text-muted">No name</span>
        ) : (
          <span className="font-medium wrap-anywhere">{name}</span>
        ),
    },
    { title: "Number", phone: "text", cell: ({ number }) => <PhoneNumber number={number} /> },
    {
      title: "Lists",
      phone: "none",
      cell: ({ lists: names, moreLists }) => (
        <span className="wrap-anywhere">
          {names.join(", ")}
          {moreLists > 0 ? ` +${moreLists}` : ""}
        </span>
      ),
    },
    {
      title: "Added",
      phone: "none",
      order: "added",
      cell: ({ addedAt }) => <Time at={addedAt} />,
    },
    {
      title: "State",
      phone: "state",
      cell: ({ optedOut }) => (optedOut ? <Chip color="danger">Opted out</Chip> : null),
    },
    {
      title: "Actions",
      phone: "aside",
      align: "end",
      isFixed: true,
      cell: (contact) => (
        <May call={removeContactsOperation}>
          <RowMenu
            label={`Actions for ${titleOf(contact)}`}
            actions={[
              { title: "Change", onSelect: () => onChange(contact) },
              { title: "Delete", isDanger: true, onSelect: () => setDoomed(contact) },
            ]}
          />
        </May>
      ),
    },
  ];
  const mayChange = useMay()(removeContactsOperation);
  return (
    <>
      <SelectedContacts
        ids={rows.map(({ id }) => id).filter((id) => chosen.has(id))}
        lists={lists}
        list={list}
        onClear={() => setChosen(new Set())}
      />
      <DataTable
        label="Contacts"
        rows={rows}
        keyOf={({ id }) => id}
        href={({ number }) => `/inbox/${number}`}
        columns={columns}
        selection={{ chosen, onChoose: setChosen, isSelectable: () => mayChange, nameOf: titleOf }}
        order={order}
        isChoosable
      />
      <ConfirmDialog
        title={`Delete ${doomed ? titleOf(doomed) : "this contact"}?`}
        question={CANNOT_BE_UNDONE}
        confirm="Delete"
        isOpen={doomed !== undefined}
        isPending={remove.isPending}
        onConfirm={() => doomed && remove.mutate({ ids: [doomed.id] })}
        onClose={() => setDoomed(undefined)}
      />
    </>
  );
}
