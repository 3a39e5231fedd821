"use client";

import { AuthForm } from "@/components/auth/auth-form";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { signUpOperation } from "@/lib/contracts/members/account";

/** Asks for a name and an address. The password is chosen by a link in an email. */
export function SignUpForm() {
  const make = useMemberAction(signUpOperation, { quiet: true });
  const submit = (form: FormData) => {
    const text = (name: string) => String(form.get(name));
    make.mutate({ name: text("name"), email: text("email"), country: text("country").toUpperCase() });
  };
  if (make.isSuccess) {
    return (
      <p role="status">
        Check your email. We’ve sent a link to choose your password. It’s valid for one hour.
      </p>
    );
  }
  return (
    <AuthForm
      confirm="Create account"
      action={make}
      wayOut={{ href: "/sign-in", title: "Sign in instead" }}
      onSubmit={submit}
    >
      <Field
        label="Name"
        name="name"
        hint="Your name or your company’s."
        autoComplete="organization"
        required
      />
      <Field label="Email" name="email" type="email" autoComplete="username" required />
      <Field
        label="Country"
        name="country"
        defaultValue="NZ"
        hint="Two letters. New Zealand accounts pay GST."
        autoComplete="country"
        maxLength={2}
        required
      />
    </AuthForm>
  );
}
