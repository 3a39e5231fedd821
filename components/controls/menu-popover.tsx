"use client";

import { Label, Menu, Popover } from "@heroui/react";
import type { RefObject } from "react";

/** The entries of a menu: actions, or options of which several can be chosen. */
export type MenuContent = {
  label: string;
  items: readonly { title: string; isDanger?: boolean }[];
  /** The titles of the chosen options. If it is set, the menu stays open after a choice. */
  chosen?: readonly string[];
  onChoose: (title: string) => void;
};

/**
 * Draws a menu below its button. The focus moves into the menu, and back to the button when the menu closes.
 */
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
