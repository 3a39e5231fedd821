"use client";

import { Button, Dropdown, Label } from "@heroui/react";
import { Ellipsis } from "lucide-react";

/** Something to do with one row of a list. */
export type RowAction = { title: string; onSelect: () => void; isDanger?: boolean };

/** What can be done with a row, behind a quiet button. What destroys something comes last, in red. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  return (
    <Dropdown>
      <Button isIconOnly size="sm" variant="ghost" aria-label={label} className="max-lg:size-11">
        <Ellipsis aria-hidden="true" size={18} />
      </Button>
      <Dropdown.Popover placement="bottom end" className="border border-line">
        <Dropdown.Menu
          aria-label={label}
          onAction={(chosen) => actions.find(({ title }) => title === chosen)?.onSelect()}
        >
          {actions.map(({ title, isDanger = false }) => (
            <Dropdown.Item key={title} id={title} textValue={title} variant={isDanger ? "danger" : "default"}>
              <Label>{title}</Label>
            </Dropdown.Item>
          ))}
        </Dropdown.Menu>
      </Dropdown.Popover>
    </Dropdown>
  );
}
