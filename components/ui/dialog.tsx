"use client";

import { type ComponentProps, type ReactNode, useState } from "react";
import { Button } from "@/components/controls/button";
import { loadedLater } from "@/components/controls/loaded-later";
import type { ModalDialog } from "@/components/controls/modal-dialog";

const Loaded = loadedLater(() =>
  import("@/components/controls/modal-dialog").then((part) => part.ModalDialog),
);

/**
 * Draws a dialog over the page, for a question or an important text. Its frame is loaded when the first
 * dialog opens.
 */
export function Dialog(dialog: ComponentProps<typeof ModalDialog>) {
  const [wasOpen, setWasOpen] = useState(dialog.isOpen);
  if (dialog.isOpen && !wasOpen) setWasOpen(true);
  return wasOpen ? <Loaded {...dialog} /> : null;
}

type Answer = {
  /** The text of the button. */
  confirm: string;
  /** `danger` for actions that cannot be undone. */
  variant?: "primary" | "danger";
  isPending: boolean;
  isDisabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Draws a question with Cancel and one confirming button. */
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

/** Draws the footer of a dialog that asks: Cancel and one confirming button. */
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

/** Draws the footer of a dialog with a value that is shown only once. */
export function KeptButton({ onPress }: { onPress: () => void }) {
  return <Button onPress={onPress}>Done, I’ve saved it</Button>;
}
