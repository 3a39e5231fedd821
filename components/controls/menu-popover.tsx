"use client";

import { Label, Menu, Popover } from "@heroui/react";
import type { RefObject } from "react";

/** What a menu offers: things to do, or things of which several are chosen. */
export type MenuContent = {
  label: string;
  items: readonly { title: string; isDanger?: boolean }[];
  /** The titles of those that are chosen. Only of a menu to choose from: it stays open. */
  chosen?: readonly string[];
  onChoose: (title: string) => void;
};

/** A menu below its button. The focus goes into it, and back to the button. */
export function MenuPopover({
  button,
  isOpen,
  onOpenChange,
  label,
  items,
  chosen,
  onChoose,
}: MenuContent & {
  button: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  return (
    <Popover.Content
      aria-label={label}
      className="dropdown__popover border border-line"
      placement="bottom end"
      triggerRef={button}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <Menu
        aria-label={label}
        autoFocus="first"
        className="dropdown__menu"
        onAction={(title) => onChoose(String(title))}
        onClose={() => onOpenChange(false)}
        {...(chosen ? { selectionMode: "multiple" as const, selectedKeys: chosen } : {})}
      >
        {items.map(({ title, isDanger = false }) => (
          <Menu.Item key={title} id={title} textValue={title} variant={isDanger ? "danger" : "default"}>
            {chosen ? <Menu.ItemIndicator /> : null}
            <Label>{title}</Label>
          </Menu.Item>
        ))}
      </Menu>
    </Popover.Content>
  );
}
