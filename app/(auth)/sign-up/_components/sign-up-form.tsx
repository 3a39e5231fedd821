"use client";

import { Button } from "@heroui/react";
import Link from "next/link";
import type { FormEvent } from "react";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { FormError } from "@/components/ui/form-error";
import { signUpOperation } from "@/lib/contracts/members/account";

/** Asks for a name and an address. The password is chosen by a link in an e-mail. */
export function SignUpForm() {
  const make = useMemberAction(signUpOperation, { quiet: true });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name));
    make.mutate({ name: text("name"), email: text("email"), country: text("country").toUpperCase() });
  };
  if (make.isSuccess) {
    return (
      <p role="status">
        Look into your mailbox: a link to choose your password is on its way. It works for an hour.
      </p>
    );
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Name" name="name" hint="Yours or your company’s." autoComplete="organization" required />
      <Field label="E-mail address" name="email" type="email" autoComplete="username" required />
      <Field
        label="Country"
        name="country"
        defaultValue="NZ"
        hint="Two letters. New Zealand accounts pay GST."
        autoComplete="country"
        maxLength={2}
        required
      />
      <FormError>{make.error?.message}</FormError>
      <Button type="submit" isPending={make.isPending} fullWidth>
        Make an account
      </Button>
      <Link href="/sign-in" className="text-center text-sm text-accent underline underline-offset-4">
        I have one already
      </Link>
    </form>
  );
}
