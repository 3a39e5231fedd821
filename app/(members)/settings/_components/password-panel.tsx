"use client";

import { type FormEvent, useRef } from "react";
import { Button } from "@/components/controls/button";
import { Form } from "@/components/controls/form";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { FormError } from "@/components/ui/form-error";
import { Panel } from "@/components/ui/panel";
import { changePasswordOperation } from "@/lib/contracts/generated/members/account";
import { listActivity } from "@/lib/contracts/generated/members/activity";

/** Draws the form for a new password. A change ends every other session. */
export function PasswordPanel() {
  const form = useRef<HTMLFormElement>(null);
  const change = useMemberAction(changePasswordOperation, {
    quiet: true,
    changes: [listActivity],
    done: "Password changed. You’ve been signed out everywhere else.",
    onDone: () => form.current?.reset(),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const given = new FormData(event.currentTarget);
    change.mutate({ present: String(given.get("present")), next: String(given.get("next")) });
  };
  return (
    <Panel title="Password">
      <Form ref={form} className="flex max-w-lg flex-col gap-4" onSubmit={submit}>
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
          hint="At least 10 characters. Update any apps that send this password."
          minLength={10}
          required
        />
        <FormError>{change.error?.message}</FormError>
        <Button type="submit" className="self-start" isPending={change.isPending}>
          Change password
        </Button>
      </Form>
    </Panel>
  );
}
