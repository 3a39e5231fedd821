import { useState } from "react";
import { Button } from "@/components/controls/button";
import { FilterSelect } from "@/components/lists/filter-field";
import { useMemberAction } from "@/components/members/use-member";
import { countOf } from "@/components/ui/count";
import { ConfirmDialog } from "@/components/ui/dialog";
import { FormDialog } from "@/components/ui/form-dialog";
import { CANNOT_BE_UNDONE } from "@/components/words/confirmations";
import {
  changeContactList,
  listContactLists,
} from "@/lib/contracts/generated/members/contacts/contact-lists";
import {
  listContactsOperation,
  removeContactsOperation,
} from "@/lib/contracts/generated/members/contacts/contacts";
import type { ContactListRecord } from "@/lib/contracts/members/contacts/contact-lists";

const CHANGES = [listContactsOperation, listContactLists];

/** Draws the actions on the selected contacts. Draws nothing if none is selected. */
export function SelectedContacts({
  ids,
  lists,
  list,
  onClear,
}: {
  ids: readonly string[];
  lists: readonly ContactListRecord[];
  /** The ID of the shown list; empty for all contacts. */
  list: string;
  onClear: () => void;
}) {
  const [asked, setAsked] = useState<"add" | "delete">();
  const end = () => {
    setAsked(undefined);
    onClear();
  };
  const change = useMemberAction(changeContactList, { changes: CHANGES, done: "List changed.", onDone: end });
  const remove = useMemberAction(removeContactsOperation, {
    changes: CHANGES,
    done: "Contacts deleted.",
    onDone: end,
  });
  const contacts = [...ids];
  if (ids.length === 0) return null;
  return (
    <div
      role="status"
      className="sticky top-16 z-10 mb-3 flex flex-wrap items-center gap-2 rounded-xl border border-line bg-page px-4 py-2 text-sm lg:top-2"
    >
      <span className="mr-auto font-medium">{countOf(ids.length, "contact")} selected</span>
      <Button
        size="sm"
        variant="outline"
        className="max-sm:min-h-11"
        isDisabled={lists.length === 0}
        onPress={() => setAsked("add")}
      >
        Add to list
      </Button>
      {list === "" ? null : (
        <Button
          size="sm"
          variant="outline"
          className="max-sm:min-h-11"
          isPending={change.isPending}
          onPress={() => change.mutate({ id: list, contacts, isMember: false })}
        >
          Remove from list
        </Button>
      )}
      <Button size="sm" variant="outline" className="max-sm:min-h-11" onPress={() => setAsked("delete")}>
        Delete
      </Button>
      <Button size="sm" variant="ghost" className="max-sm:min-h-11" onPress={onClear}>
        Clear selection
      </Button>
      {asked === "add" ? (
        <AddToList
          many={ids.length}
          lists={lists}
          isPending={change.isPending}
          onAdd={(id) => change.mutate({ id, contacts, isMember: true })}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
      <ConfirmDialog
        title={`Delete ${countOf(ids.length, "contact")}?`}
        question={CANNOT_BE_UNDONE}
        confirm="Delete"
        isOpen={asked === "delete"}
        isPending={remove.isPending}
        onConfirm={() => remove.mutate({ ids: contacts })}
        onClose={() => setAsked(undefined)}
      />
    </div>
  );
}

function AddToList({
  many,
  lists,
  isPending,
  onAdd,
  onClose,
}: {
  many: number;
  lists: readonly ContactListRecord[];
  isPending: boolean;
  onAdd: (id: string) => void;
  onClose: () => void;
}) {
  const [id, setId] = useState(lists[0]?.id ?? "");
  return (
    <FormDialog
      title={`Add ${countOf(many, "contact")} to a list`}
      confirm="Add"
      isPending={isPending}
      isDisabled={id === ""}
      onSubmit={() => onAdd(id)}
      onClose={onClose}
    >
      <FilterSelect
        label="Choose a list"
        value={id}
        options={lists.map((each) => ({ value: each.id, title: each.name }))}
        onChange={setId}
      />
    </FormDialog>
  );
}
