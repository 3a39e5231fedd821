"use client";

import { AuthForm } from "@/components/auth/auth-form";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { signUpOperation } from "@/lib/contracts/members/account";

/** Asks for a name and an address. The password is chosen by a link in an email. */
export function SignUpForm({ countries }: { countries: readonly { code: string; name: string }[] }) {
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
      <div className="flex flex-col gap-1">
        <label htmlFor="country" className="text-sm font-medium">
          Country
        </label>
        <select
          id="country"
          name="country"
          defaultValue="NZ"
          autoComplete="country"
          aria-describedby="country-hint"
          required
          className="min-h-11 w-full rounded-xl border border-line bg-panel px-3 lg:min-h-10"
        >
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
        <p id="country-hint" className="text-xs text-muted">
          New Zealand accounts pay GST.
        </p>
      </div>
    </AuthForm>
  );
}
