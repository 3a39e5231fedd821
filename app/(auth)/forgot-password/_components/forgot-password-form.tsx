"use client";

import { Button } from "@heroui/react";
import Link from "next/link";
import type { FormEvent } from "react";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { FormError } from "@/components/ui/form-error";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { forgotPassword } from "@/lib/contracts/members/account";

/** The address to send a link to. The answer is the same for every address. */
export function ForgotPasswordForm() {
  const ask = useMemberAction(forgotPassword, { quiet: true });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    ask.mutate({ email: String(new FormData(event.currentTarget).get("email")) });
  };
  if (ask.isSuccess) {
    return (
      <div role="status" className="flex flex-col gap-4">
        <p>
          If there is an account with this address, a link to choose a new password is on its way. It works
          for an hour. Look among unwanted mail too.
        </p>
        <Link href="/sign-in" className={LINK_IN_TEXT}>
          Back to signing in
        </Link>
      </div>
    );
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label="E-mail address" name="email" type="email" autoComplete="username" required />
      <FormError>{ask.error?.message}</FormError>
      <Button type="submit" isPending={ask.isPending} fullWidth>
        Send a link
      </Button>
      <Link href="/sign-in" className="text-center text-sm text-accent underline underline-offset-4">
        Back to signing in
      </Link>
    </form>
  );
}
