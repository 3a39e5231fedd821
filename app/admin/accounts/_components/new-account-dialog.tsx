"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import Link from "next/link";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { type CountryChoice, CountrySelect } from "@/components/members/country-select";
import { useMemberAction } from "@/components/members/use-member";
import { CopiedValue } from "@/components/ui/copied-value";
import { Dialog, KeptButton } from "@/components/ui/dialog";
import { Field, sentenceAbout } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { openAccount } from "@/lib/contracts/admin/accounts";
import { listAccounts } from "@/lib/contracts/generated/admin/accounts";

type AccountForm = z.input<typeof openAccount.request>;
type NewAccount = z.output<typeof openAccount.response>;

/** Asks for the fields of a new account, then shows its first password once. */
export function NewAccountDialog({
  countries,
  onClose,
}: {
  countries: readonly CountryChoice[];
  onClose: () => void;
}) {
  const form = useForm<AccountForm, unknown, z.output<typeof openAccount.request>>({
    resolver: zodResolver(openAccount.request),
    defaultValues: { country: "NZ", balance: "0.00" },
  });
  const make = useMemberAction(openAccount, { changes: [listAccounts], quiet: true });
  const { errors } = form.formState;
  if (make.data) return <FirstPassword made={make.data} onClose={onClose} />;
  return (
    <FormDialog
      title="Create account"
      confirm="Create account"
      isPending={make.isPending}
      error={make.error?.message}
      onSubmit={form.handleSubmit((given) => make.mutate(given))}
      onClose={onClose}
    >
      <Field
        label="Email"
        type="email"
        hint="Used to sign in, and as userId in the API."
        autoComplete="off"
        required
        error={sentenceAbout("The email", errors.email)}
        {...form.register("email")}
      />
      <Field
        label="Name"
        autoComplete="off"
        required
        error={sentenceAbout("The name", errors.name)}
        {...form.register("name")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <CountrySelect
          label="Country"
          hint="New Zealand accounts pay GST."
          countries={countries}
          chosen="NZ"
          error={sentenceAbout("The country", errors.country)}
          {...form.register("country")}
        />
        <Field
          label="Opening balance"
          hint="In NZ$."
          defaultValue="0.00"
          inputMode="decimal"
          error={sentenceAbout("The balance", errors.balance)}
          {...form.register("balance")}
        />
      </div>
      <label className="flex items-center gap-2 text-sm">
        <input type="checkbox" className="size-4 accent-(--accent)" {...form.register("unicode")} />
        Allow Unicode: emoji and other scripts
      </label>
    </FormDialog>
  );
}

function FirstPassword({ made, onClose }: { made: NewAccount; onClose: () => void }) {
  return (
    <Dialog title="Account created" isOpen onClose={onClose} footer={<KeptButton onPress={onClose} />}>
      <div className="flex flex-col gap-4">
        <p>
          Send this password to the account owner securely. It’s only shown once. They can change it under
          Settings.
        </p>
        <CopiedValue name={`First password of ${made.email}`} text={made.password} />
        <Link className={LINK_IN_TEXT} href={`/admin/accounts/${made.accountId}`}>
          View account
        </Link>
      </div>
    </Dialog>
  );
}
