"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { Button } from "@/components/controls/button";
import { Form } from "@/components/controls/form";
import { FormError } from "@/components/ui/form-error";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";

/**
 * Draws a form of the pages before the Members Area, with a link away from it below.
 * @param confirm the label of the submit button.
 */
export function AuthForm({
  confirm,
  action,
  isDisabled = false,
  wayOut,
  onSubmit,
  children,
}: {
  confirm: string;
  action: { isPending: boolean; error: Error | null };
  isDisabled?: boolean;
  wayOut: { href: string; title: string };
  onSubmit: (form: FormData) => void;
  children: ReactNode;
}) {
  return (
    <Form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        onSubmit(new FormData(event.currentTarget));
      }}
    >
      {children}
      <FormError>{action.error?.message}</FormError>
      <Button type="submit" isPending={action.isPending} isDisabled={isDisabled} fullWidth>
        {confirm}
      </Button>
      <Link href={wayOut.href} className={`finger ${LINK_IN_TEXT} text-center text-sm`}>
        {wayOut.title}
      </Link>
    </Form>
  );
}
