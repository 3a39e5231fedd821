"use client";

import { Button } from "@heroui/react";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import type { FormEvent } from "react";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { FormError } from "@/components/ui/form-error";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { resetPasswordOperation } from "@/lib/contracts/members/account";

/** Sets a new password by the link's token. */
export function ResetPasswordForm() {
  const token = useSearchParams().get("token") ?? "";
  const reset = useMemberAction(resetPasswordOperation, { quiet: true });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    reset.mutate({ token, password: String(new FormData(event.currentTarget).get("password")) });
  };
  if (reset.isSuccess) {
    return (
      <div role="status" className="flex flex-col gap-4">
        <p>Your password is changed, and every session has ended.</p>
        <Link href="/sign-in" className={LINK_IN_TEXT}>
          Sign in
        </Link>
      </div>
    );
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        hint="At least ten characters."
        minLength={10}
        required
      />
      <FormError>{reset.error?.message}</FormError>
      <Button type="submit" isPending={reset.isPending} isDisabled={token === ""} fullWidth>
        Change the password
      </Button>
      <Link href="/forgot-password" className="text-center text-sm text-accent underline underline-offset-4">
        Ask for another link
      </Link>
    </form>
  );
}
