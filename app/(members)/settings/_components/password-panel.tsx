"use client";

import { Button } from "@heroui/react";
import { type FormEvent, useRef } from "react";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { FormError } from "@/components/ui/form-error";
import { Panel } from "@/components/ui/panel";
import { changePasswordOperation } from "@/lib/contracts/members/account";
import { listActivity } from "@/lib/contracts/members/activity";

/** Sets a new password. Every other session ends with it, and this one goes on. */
export function PasswordPanel() {
  const form = useRef<HTMLFormElement>(null);
  const change = useMemberAction(changePasswordOperation, {
    quiet: true,
    changes: [listActivity],
    done: "Your password is changed. Every other session is signed out.",
    onDone: () => form.current?.reset(),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    change.mutate({ present: String(given.get("present")), next: String(given.get("next")) });
  };
  return (
    <Panel title="Password">
      <form ref={form} className="flex max-w-lg flex-col gap-4" onSubmit={submit}>
        <Field
          label="Current password"
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
        <FormError>{change.error?.message}</FormError>
        <Button type="submit" className="self-start" isPending={change.isPending}>
          Change the password
        </Button>
      </form>
    </Panel>
  );
}
