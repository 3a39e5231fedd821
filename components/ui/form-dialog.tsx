"use client";

import type { ComponentProps, FormEvent, ReactNode } from "react";
import { Button } from "@/components/controls/button";
import { Form } from "@/components/controls/form";
import { Dialog } from "@/components/ui/dialog";
import { FormError } from "@/components/ui/form-error";

/**
 * The buttons and the server's refusal stay visible if a form is higher than its dialog. The dialog's body
 * has three pixels around its scrolling part.
 */
const ALWAYS_SEEN =
  "sticky -bottom-[3px] -mx-[3px] -mb-[3px] flex flex-col gap-4 bg-panel px-[3px] pb-[3px] " +
  "before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-4 " +
  "before:bg-linear-to-t before:from-panel before:to-transparent";

/**
 * The form of a dialog: fields, the server's refusal, Cancel and a submit button.
 * @param error a refusal that concerns no single field.
 * @param isCheckedByBrowser whether the browser checks the fields before `onSubmit`. Otherwise the form does.
 */
export function DialogForm({
  confirm,
  variant = "primary",
  isPending,
  isDisabled = false,
  isCheckedByBrowser = false,
  error,
  onSubmit,
  onClose,
  children,
}: {
  /** The text of the submit button. */
  confirm: string;
  variant?: "primary" | "danger";
  isPending: boolean;
  isDisabled?: boolean;
  isCheckedByBrowser?: boolean;
  error?: string | undefined;
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Form
      className="flex flex-col gap-4"
      noValidate={!isCheckedByBrowser}
      onSubmit={(event) => {
        // A dialog over a form is outside of the form. React still bubbles its submit event to that form.
        event.stopPropagation();
        void onSubmit(event);
      }}
    >
      {children}
      <div className={ALWAYS_SEEN}>
        <FormError>{error}</FormError>
        <div className="flex justify-end gap-2">
          <Button variant="outline" onPress={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant={variant} isPending={isPending} isDisabled={isDisabled}>
            {confirm}
          </Button>
        </div>
      </div>
    </Form>
  );
}

/** Draws a dialog with a form, which is open while it is on the page. */
export function FormDialog({ title, ...form }: { title: string } & ComponentProps<typeof DialogForm>) {
  return (
    <Dialog title={title} isOpen onClose={form.onClose}>
      <DialogForm {...form} />
    </Dialog>
  );
}
