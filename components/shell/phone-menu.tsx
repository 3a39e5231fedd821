"use client";

import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";

/**
 * The menu of a phone, over the page and from its foot. The browser keeps the focus in it, closes it by Escape,
 * and gives the focus back.
 */
export function PhoneMenu({
  isOpen,
  onClose,
  children,
}: {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the menu closes it, as Escape does.
    <dialog
      ref={dialog}
      aria-label="Menu"
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && onClose()}
      className="fixed inset-x-0 top-auto bottom-0 m-0 max-h-[88dvh] w-full max-w-none overflow-y-auto overscroll-contain rounded-t-2xl border-t border-line bg-panel text-ink backdrop:bg-black/50"
    >
      {isOpen ? (
        <div className="px-3 pt-2 pb-5">
          <div className="flex items-center justify-between pl-3">
            <p className="font-medium">Menu</p>
            <button
              type="button"
              aria-label="Close menu"
              onClick={onClose}
              className="grid size-11 place-items-center rounded-lg text-muted"
            >
              <X aria-hidden="true" size={20} />
            </button>
          </div>
          {children}
        </div>
      ) : null}
    </dialog>
  );
}
