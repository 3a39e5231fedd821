"use client";

import { useRef, useState } from "react";
import { Button, type ButtonProps } from "@/components/controls/button";
import { loadedLater } from "@/components/controls/loaded-later";
import type { MenuContent } from "@/components/controls/menu-popover";

const MenuPopover = loadedLater(() => import("./menu-popover").then((part) => part.MenuPopover));

/**
 * Draws a button that opens a menu on a click or an arrow key. The menu's code is loaded when it is first
 * opened.
 */
export function MenuButton({ menu, ...button }: { menu: MenuContent } & Omit<ButtonProps, "onPress">) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const open = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <>
      <Button
        {...button}
        ref={trigger}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPress={open}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          open();
        }}
      />
      {isWanted ? <MenuPopover {...menu} button={trigger} isOpen={isOpen} onOpenChange={setOpen} /> : null}
    </>
  );
}
