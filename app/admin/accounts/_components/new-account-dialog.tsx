"use client";

import { Button } from "@heroui/react";
import { zodResolver } from "@hookform/resolvers/zod";
import Link from "next/link";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { useMemberAction } from "@/components/members/use-member";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { listAccounts, openAccount } from "@/lib/contracts/admin/accounts";

type Given = z.input<typeof openAccount.request>;
type Made = z.output<typeof openAccount.response>;

/** Asks for what an account needs; then shows its first password, once. */
export function NewAccountDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<Given, unknown, z.output<typeof openAccount.request>>({
    resolver: zodResolver(openAccount.request),
    defaultValues: { country: "NZ", balance: "0.00" },
  });
  const make = useMemberAction(openAccount, { changes: [listAccounts], quiet: true });
  const { errors } = form.formState;
  const wrong = (subject: string, name: keyof Given) =>
    errors[name]?.message && `${subject} ${errors[name].message}.`;
  if (make.data) return <FirstPassword made={make.data} onClose={onClose} />;
  return (
    <Dialog title="New account" isOpen onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        noValidate
        onSubmit={form.handleSubmit((given) => make.mutate(given))}
      >
        <Field
          label="E-mail address"
          type="email"
          hint="Its holder signs in with it, and programs send it as userId."
          autoComplete="off"
          required
          error={wrong("The address", "email")}
          {...form.register("email")}
        />
        <Field
          label="Name"
          autoComplete="off"
          required
          error={wrong("The name", "name")}
          {...form.register("name")}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Country"
            hint="Two letters. NZ pays GST, others do not."
            defaultValue="NZ"
            maxLength={2}
            error={wrong("The country", "country")}
            {...form.register("country")}
          />
          <Field
            label="Opening balance"
            hint="New Zealand dollars."
            defaultValue="0.00"
            inputMode="decimal"
            error={wrong("The balance", "balance")}
            {...form.register("balance")}
          />
        </div>
        <label className="flex items-center gap-2 text-sm">
          <input type="checkbox" className="size-4 accent-(--accent)" {...form.register("unicode")} />
          May send Unicode: emoji and other scripts
        </label>
        <p role="alert" className="text-sm text-danger empty:hidden">
          {make.error?.message}
        </p>
        <div className="flex justify-end gap-2">
          <Button variant="outline" onPress={onClose}>
            Cancel
          </Button>
          <Button type="submit" isPending={make.isPending}>
            Make the account
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function FirstPassword({ made, onClose }: { made: Made; onClose: () => void }) {
  return (
    <Dialog
      title="The account is made"
      isOpen
      onClose={onClose}
      footer={<Button onPress={onClose}>I have kept it</Button>}
    >
      <div className="flex flex-col gap-4">
        <p>
          Hand this password to its holder by a way that you trust. It is shown here and never again; they can
          choose their own under Settings.
        </p>
        <div className="flex flex-col gap-1.5">
          <div className="flex items-center justify-between gap-3">
            <span className="text-sm text-muted">First password of {made.email}</span>
            <CopyButton text={made.password} />
          </div>
          <code className="rounded-lg bg-page p-3 font-mono text-sm break-all">{made.password}</code>
        </div>
        <Link className="text-accent underline underline-offset-4" href={`/admin/accounts/${made.accountId}`}>
          To the account
        </Link>
      </div>
    </Dialog>
  );
}
