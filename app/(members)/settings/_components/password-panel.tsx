"use client";

import { Button } from "@heroui/react";
import { useRouter } from "next/navigation";
import type { FormEvent } from "react";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { changePasswordOperation } from "@/lib/contracts/members/account";

/** A new password; every session ends with it, this one too. */
export function PasswordPanel() {
  const router = useRouter();
  const change = useMemberAction(changePasswordOperation, {
    quiet: true,
    done: "Your password is changed. Sign in with the new one.",
    onDone: () => router.replace("/sign-in"),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    change.mutate({ present: String(form.get("present")), next: String(form.get("next")) });
  };
  return (
    <Panel title="Password">
      <form className="flex max-w-lg flex-col gap-4" onSubmit={submit}>
        <Field
          label="Present password"
          name="present"
          type="password"
          autoComplete="current-password"
          required
        />
        <Field
          label="New password"
          name="next"
          type="password"
          autoComplete="new-password"
          hint="At least ten characters. Programs that send this password with their calls need the new one too."
          minLength={10}
          required
        />
        <p role="alert" className="text-sm text-danger empty:hidden">
          {change.error?.message}
        </p>
        <Button type="submit" className="self-start" isPending={change.isPending}>
          Change the password
        </Button>
      </form>
    </Panel>
  );
}
