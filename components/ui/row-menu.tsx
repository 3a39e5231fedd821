"use client";

import { Ellipsis } from "lucide-react";
import { MenuButton } from "@/components/controls/menu-button";

/** An action on one row of a list. */
export type RowAction = { title: string; onSelect: () => void; isDanger?: boolean };

/** Draws the actions on a row behind a quiet button. Destructive actions come last, in red. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  return (
    <MenuButton
      menu={{
        label,
        items: actions,
        onChoose: (chosen) => actions.find(({ title }) => title === chosen)?.onSelect(),
      }}
      isIconOnly
      size="sm"
      variant="ghost"
      aria-label={label}
      className="max-lg:size-11"
    >
      <Ellipsis aria-hidden="true" size={18} />
    </MenuButton>
  );
}
