"use client";

import type { ComponentProps, FormEvent, ReactNode } from "react";
import { Button } from "@/components/controls/button";
import { Dialog } from "@/components/ui/dialog";
import { FormError } from "@/components/ui/form-error";

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
  /** What the submit button says. */
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
    <form
      className="flex flex-col gap-4"
      noValidate={!isCheckedByBrowser}
      onSubmit={(event) => {
        event.preventDefault();
        // A dialog over a form is none of its fields, and yet React would have it submit that form too.
        event.stopPropagation();
        void onSubmit(event);
      }}
    >
      {children}
      <FormError>{error}</FormError>
      <div className="flex justify-end gap-2">
        <Button variant="outline" onPress={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant={variant} isPending={isPending} isDisabled={isDisabled}>
          {confirm}
        </Button>
      </div>
    </form>
  );
}

/** A dialog that asks for something, open for as long as it is on the page. */
export function FormDialog({ title, ...form }: { title: string } & ComponentProps<typeof DialogForm>) {
  return (
    <Dialog title={title} isOpen onClose={form.onClose}>
      <DialogForm {...form} />
    </Dialog>
  );
}
