"use client";

import { useState } from "react";
import { Button } from "@/components/controls/button";
import { useMemberAction } from "@/components/members/use-member";
import { ConfirmButtons, Dialog } from "@/components/ui/dialog";
import {
  listContactLists,
  removeContactField,
} from "@/lib/contracts/generated/members/contacts/contact-lists";
import { listContactsOperation } from "@/lib/contracts/generated/members/contacts/contacts";

/** Draws the contacts' fields. A field can be deleted with its values. */
export function FieldsDialog({ fields, onClose }: { fields: readonly string[]; onClose: () => void }) {
  const [doomed, setDoomed] = useState<string>();
  const remove = useMemberAction(removeContactField, {
    changes: [listContactLists, listContactsOperation],
    done: "Field deleted.",
    close: () => (fields.length === 1 ? onClose() : setDoomed(undefined)),
  });
  if (doomed !== undefined)
    return (
      <Dialog
        title={`Delete ${doomed}?`}
        isOpen
        onClose={() => setDoomed(undefined)}
        footer={
          <ConfirmButtons
            confirm="Delete"
            isPending={remove.isPending}
            onConfirm={() => remove.mutate({ name: doomed })}
            onClose={() => setDoomed(undefined)}
          />
        }
      >
        Every contact loses its {doomed}. This can’t be undone.
      </Dialog>
    );
  return (
    <Dialog title="Fields" isOpen onClose={onClose}>
      <ul className="divide-y divide-line" aria-label="Fields">
        {fields.map((name) => (
          <li key={name} className="flex items-center justify-between gap-3 py-2">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <Button size="sm" variant="outline" aria-label={`Delete ${name}`} onPress={() => setDoomed(name)}>
              Delete
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
