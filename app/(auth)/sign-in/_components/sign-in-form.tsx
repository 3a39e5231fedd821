"use client";

import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/controls/button";
import { Form } from "@/components/controls/form";
import { signIn } from "@/components/members/session";
import { Field } from "@/components/ui/field";

/** Returns the page to open after signing in: a page of this site only. */
function destination(back: string | null): string {
  if (!back?.startsWith("/") || !URL.canParse(back, location.origin)) return "/overview";
  // Parsed as the browser does: it drops tabs and line feeds, and treats a backslash as a slash.
  const { origin, pathname, search, hash } = new URL(back, location.origin);
  return origin === location.origin && !pathname.startsWith("//")
    ? `${pathname}${search}${hash}`
    : "/overview";
}

/** Draws the form for email and password, then for the second factor if the person has one. */
export function SignInForm() {
  const router = useRouter();
  const parameters = useSearchParams();
  const [needsCode, setNeedsCode] = useState(false);
  const [error, setError] = useState<string>();
  const [isPending, setPending] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "");
    setPending(true);
    setError(undefined);
    const given = { email: text("email"), password: text("password"), code: text("code") };
    const refusal = await signIn(given).catch(() => "");
    if (refusal === undefined) {
      router.replace(destination(parameters.get("back")));
      router.refresh();
      return;
    }
    setPending(false);
    const [code, sentence] = refusal.split(/: (.*)/s);
    if (code === "second_factor_required" && !needsCode) return setNeedsCode(true);
    setError(sentence ?? "The server cannot be reached. Try again.");
  };

  return (
    <Form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4" noValidate>
      <Field label="Email" name="email" type="email" autoComplete="username" required />
      <Field label="Password" name="password" type="password" autoComplete="current-password" required />
      {needsCode ? (
        <Field
          label="Code"
          name="code"
          hint="The 6-digit code from your app, or a recovery code."
          autoComplete="one-time-code"
          autoFocus
          required
        />
      ) : null}
      <p role="alert" className="min-h-6 text-sm text-danger">
        {error}
      </p>
      <Button type="submit" isPending={isPending} fullWidth>
        Sign in
      </Button>
      <Link
        href="/forgot-password"
        className="finger text-center text-sm text-accent underline underline-offset-4"
      >
        Forgot password?
      </Link>
    </Form>
  );
}
