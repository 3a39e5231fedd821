"use client";

import Link from "next/link";
import { AuthForm } from "@/components/auth/auth-form";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { forgotPassword } from "@/lib/contracts/members/account";

/** The address to send a link to. The answer is the same for every address. */
export function ForgotPasswordForm() {
  const ask = useMemberAction(forgotPassword, { quiet: true });
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
    <AuthForm
      confirm="Send a link"
      action={ask}
      wayOut={{ href: "/sign-in", title: "Back to signing in" }}
      onSubmit={(form) => ask.mutate({ email: String(form.get("email")) })}
    >
      <Field label="E-mail address" name="email" type="email" autoComplete="username" required />
    </AuthForm>
  );
}
