"use client";

import { useState } from "react";
import { AuthForm } from "@/components/auth/auth-form";
import { FilterSelect } from "@/components/lists/filter-field";
import { signIn } from "@/components/members/session";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { ROLE_NAMES } from "@/components/words/role-names";
import type { Role } from "@/lib/contracts/base/roles";
import { joinAccountOperation } from "@/lib/contracts/generated/members/people/people";

type Props = { token: string; account: string; email: string; role: Role };

/** Draws the form that answers an invitation, for new people and for people with a password. */
export function JoinForm({ token, account, email, role }: Props) {
  const [isNew, setNew] = useState(true);
  const { title, may } = ROLE_NAMES[role];
  return (
    <div className="flex flex-col gap-4">
      <p>
        <strong className="wrap-anywhere">{account}</strong> invited{" "}
        <strong className="break-all">{email}</strong> to this account. Your role: {title}. {may}
      </p>
      <FilterSelect
        label="Your password"
        value={isNew ? "new" : "known"}
        onChange={(value) => setNew(value === "new")}
        options={[
          { value: "new", title: "I’m new here: choose one" },
          { value: "known", title: "I have an account" },
        ]}
      />
      {isNew ? <NewForm token={token} email={email} /> : <KnownForm token={token} email={email} />}
    </div>
  );
}

const enter = () => location.assign("/overview");

function NewForm({ token, email }: Pick<Props, "token" | "email">) {
  const [password, setPassword] = useState("");
  const [isRefused, setRefused] = useState(false);
  const join = useMemberAction(joinAccountOperation, {
    quiet: true,
    onDone: () =>
      void signIn({ email, password, code: "" })
        .catch(() => "")
        .then((refusal) => (refusal === undefined ? enter() : setRefused(true))),
  });
  if (isRefused) {
    return (
      <p role="alert">
        This password doesn’t sign you in. If you already have a password, it was not changed: choose “I have
        an account” above, and use that password.
      </p>
    );
  }
  return (
    <AuthForm
      confirm="Join"
      action={join}
      wayOut={{ href: "/sign-in", title: "Sign in without joining" }}
      onSubmit={(form) => join.mutate({ token, name: String(form.get("name")), password })}
    >
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <Field label="Name" name="name" autoComplete="name" maxLength={100} required />
      <Field
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="At least 10 characters."
        minLength={10}
        required
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
    </AuthForm>
  );
}

function KnownForm({ token, email }: Pick<Props, "token" | "email">) {
  const join = useMemberAction(joinAccountOperation, { quiet: true, onDone: enter });
  const needsCode = join.error?.code === "second_factor_required";
  const [wasAsked, setWasAsked] = useState(false);
  if (needsCode && !wasAsked) setWasAsked(true);
  return (
    <AuthForm
      confirm="Sign in and join"
      action={join}
      wayOut={{ href: "/forgot-password", title: "Forgot password?" }}
      onSubmit={(form) =>
        join.mutate({
          token,
          password: String(form.get("password")),
          ...(wasAsked ? { code: String(form.get("code")) } : {}),
        })
      }
    >
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <Field label="Password" name="password" type="password" autoComplete="current-password" required />
      {wasAsked ? (
        <Field
          label="Code"
          name="code"
          hint="The 6-digit code from your app, or a recovery code."
          autoComplete="one-time-code"
          required
        />
      ) : null}
    </AuthForm>
  );
}
