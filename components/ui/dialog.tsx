"use client";

import { type ComponentProps, type ReactNode, useState } from "react";
import { Button } from "@/components/controls/button";
import { loadedLater } from "@/components/controls/loaded-later";
import type { ModalDialog } from "@/components/controls/modal-dialog";

const Loaded = loadedLater(() =>
  import("@/components/controls/modal-dialog").then((part) => part.ModalDialog),
);

/**
 * A dialog over the page: a question, or what has to be read before going on. Its frame is loaded when the first
 * one is opened.
 */
export function Dialog(dialog: ComponentProps<typeof ModalDialog>) {
  const [wasOpen, setWasOpen] = useState(dialog.isOpen);
  if (dialog.isOpen && !wasOpen) setWasOpen(true);
  return wasOpen ? <Loaded {...dialog} /> : null;
}

type Answer = {
  /** What the button says. */
  confirm: string;
  /** `danger` for what cannot be undone. */
  variant?: "primary" | "danger";
  isPending: boolean;
  isDisabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** A question with Cancel and one answer to it. */
export function ConfirmDialog({
  title,
  question,
  isOpen = true,
  ...answer
}: Answer & { title: string; question: ReactNode; isOpen?: boolean }) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={answer.onClose} footer={<ConfirmButtons {...answer} />}>
      {question}
    </Dialog>
  );
}

/** The footer of a dialog that asks: Cancel and one answer. */
export function ConfirmButtons({
  confirm,
  variant = "danger",
  isPending,
  isDisabled = false,
  onConfirm,
  onClose,
}: Answer) {
  return (
    <>
      <Button variant="outline" onPress={onClose}>
        Cancel
      </Button>
      <Button variant={variant} isPending={isPending} isDisabled={isDisabled} onPress={onConfirm}>
        {confirm}
      </Button>
    </>
  );
}

/** The footer of a dialog that shows what is never shown again. */
export function KeptButton({ onPress }: { onPress: () => void }) {
  return <Button onPress={onPress}>Done, I’ve saved it</Button>;
}
