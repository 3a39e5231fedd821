"use client";

import { Button, Modal } from "@heroui/react";
import type { ReactNode } from "react";

/** A dialog over the page: a question, or what has to be read before going on. */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  footer,
}: {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
}) {
  return (
    <Modal.Backdrop isOpen={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Modal.Container>
        <Modal.Dialog>
          <Modal.CloseTrigger />
          <Modal.Header>
            <Modal.Heading>{title}</Modal.Heading>
          </Modal.Header>
          <Modal.Body>{children}</Modal.Body>
          {footer ? <Modal.Footer>{footer}</Modal.Footer> : null}
        </Modal.Dialog>
      </Modal.Container>
    </Modal.Backdrop>
  );
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
