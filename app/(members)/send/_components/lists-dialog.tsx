"use client";

import { useState } from "react";
import { countOf } from "@/components/ui/count";
import { FormDialog } from "@/components/ui/form-dialog";
import { MAX_SEND_LISTS } from "@/lib/contracts/base/values";
import type { ContactListRecord } from "@/lib/contracts/members/contacts/contact-lists";

/** Asks for the lists of contacts to send to. */
export function ListsDialog({
  lists,
  chosen: before,
  onChoose,
  onClose,
}: {
  lists: readonly ContactListRecord[];
  /** The IDs of the selected lists. */
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(before));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const isTooMany = chosen.size > MAX_SEND_LISTS;
  return (
    <FormDialog
      title="Send to lists"
      confirm="Choose"
      isPending={false}
      isDisabled={isTooMany}
      error={isTooMany ? `Choose at most ${MAX_SEND_LISTS} lists.` : undefined}
      onSubmit={() => onChoose([...chosen])}
      onClose={onClose}
    >
      <p className="text-sm text-muted">
        Everyone in these lists gets one message. People who have opted out are left out and not charged.
      </p>
      <ul className="flex max-h-80 flex-col overflow-y-auto" aria-label="Lists">
        {lists.map(({ id, name, contacts }) => (
          <li key={id}>
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-accent"
                checked={chosen.has(id)}
                onChange={() => toggle(id)}
              />
              <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
              <span className="shrink-0 text-sm text-muted tabular-nums">{countOf(contacts, "contact")}</span>
            </label>
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}
