"use client";

import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Modal } from "@/components/shell/modal";

/** Draws the menu of a phone over the page, from the bottom. */
export function PhoneMenu({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Modal
      label="Menu"
      onClose={onClose}
      className="fixed inset-x-0 top-auto bottom-0 m-0 max-h-[88dvh] w-full max-w-none overflow-y-auto rounded-t-2xl"
    >
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
    </Modal>
  );
}
