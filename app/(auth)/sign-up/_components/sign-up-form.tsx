"use client";

import { AuthForm } from "@/components/auth/auth-form";
import { type CountryChoice, CountrySelect } from "@/components/members/country-select";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { signUpOperation } from "@/lib/contracts/generated/members/account";

/** Asks for a name and an email address. The reader chooses a password through an emailed link. */
export function SignUpForm({ countries }: { countries: readonly CountryChoice[] }) {
  const make = useMemberAction(signUpOperation, { quiet: true });
  const submit = (form: FormData) => {
    const text = (name: string) => String(form.get(name));
    make.mutate({ name: text("name"), email: text("email"), country: text("country") });
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
      <CountrySelect
        label="Country"
        name="country"
        hint="New Zealand accounts pay GST."
        countries={countries}
        chosen="NZ"
        autoComplete="country"
        required
      />
    </AuthForm>
  );
}
