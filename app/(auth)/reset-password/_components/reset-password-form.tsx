"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { AuthForm } from "@/components/auth/auth-form";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { resetPasswordOperation } from "@/lib/contracts/generated/members/account";

/** Draws the form that sets a new password with the link's token. */
export function ResetPasswordForm() {
  const token = useSearchParams().get("token") ?? "";
  const reset = useMemberAction(resetPasswordOperation, { quiet: true });
  if (reset.isSuccess) {
    return (
      <div role="status" className="flex flex-col gap-4">
        <p>Password changed. You’ve been signed out everywhere.</p>
        <Link href="/sign-in" className={`finger ${LINK_IN_TEXT}`}>
          Sign in
        </Link>
      </div>
    );
  }
  return (
    <AuthForm
      confirm="Change password"
      action={reset}
      isDisabled={token === ""}
      wayOut={{ href: "/forgot-password", title: "Get a new link" }}
      onSubmit={(form) => reset.mutate({ token, password: String(form.get("password")) })}
    >
      <Field
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        hint="At least 10 characters."
        minLength={10}
        required
      />
    </AuthForm>
  );
}
