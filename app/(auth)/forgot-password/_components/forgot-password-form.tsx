"use client";

import Link from "next/link";
import { AuthForm } from "@/components/auth/auth-form";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { forgotPassword } from "@/lib/contracts/generated/members/account";

/** Draws a form that requests a link. The response is the same for every address. */
export function ForgotPasswordForm() {
  const ask = useMemberAction(forgotPassword, { quiet: true });
  if (ask.isSuccess) {
    return (
      <div role="status" className="flex flex-col gap-4">
        <p>
          If this address has an account, we’ve emailed a link to reset your password. It’s valid for one
          hour. Check your spam folder.
        </p>
        <Link href="/sign-in" className={`finger ${LINK_IN_TEXT}`}>
          Back to sign in
        </Link>
      </div>
    );
  }
  return (
    <AuthForm
      confirm="Send reset link"
      action={ask}
      wayOut={{ href: "/sign-in", title: "Back to sign in" }}
      onSubmit={(form) => ask.mutate({ email: String(form.get("email")) })}
    >
      <Field label="Email" name="email" type="email" autoComplete="username" required />
    </AuthForm>
  );
}
