"use client";

import { Button, Description, Label, Switch } from "@heroui/react";
import { type FormEvent, useState } from "react";
import type { z } from "zod";
import { SenderSelect } from "@/components/members/sender-select";
import { foresee, useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import {
  type AccountDetails,
  changeAccount,
  listAccountActivity,
  listAccounts,
  readAccount,
} from "@/lib/contracts/admin/accounts";

const options = { changes: [readAccount, listAccountActivity, listAccounts], done: "Saved." };

/** A choice among what there is: it is shown as chosen while it is being saved. */
const choosing = foresee(
  changeAccount,
  readAccount,
  ({ account }, { accountId, senders, unicodeEnabled = account.unicodeEnabled }) => ({
    account: account.id === accountId ? { ...account, ...senders, unicodeEnabled } : account,
  }),
);

/** What the account may send and from where, and what it pays. */
export function TermsPanel({ account }: { account: AccountDetails }) {
  const { id: accountId, senders, defaultSenderId, templateSenderId } = account;
  const save = useMemberAction(changeAccount, { ...options, foreseen: [choosing] });
  const chosen = { defaultSenderId, templateSenderId };
  return (
    <Panel title="Terms">
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <OneField
          label="Own standard rate"
          hint="Dollars per part, without GST, where the rate table says “standard”. Empty: the price of the rate table."
          value={account.standardRate ?? ""}
          asChange={(price) => ({ accountId, standardRate: { price: price === "" ? null : price } })}
          inputMode="decimal"
          placeholder="As the rate table"
        />
        <OneField
          label="Country"
          hint="Two letters. Accounts in NZ pay GST, others do not."
          value={account.country}
          asChange={(country) => ({ accountId, country })}
          maxLength={2}
          required
        />
        <SenderSelect
          label="Messages come from"
          chosen={defaultSenderId}
          senders={senders}
          own="its own"
          onChoose={(next) => save.mutate({ accountId, senders: { ...chosen, defaultSenderId: next } })}
        />
        <SenderSelect
          label="One-time codes and reminders come from"
          chosen={templateSenderId}
          senders={senders}
          own="its own"
          onChoose={(next) => save.mutate({ accountId, senders: { ...chosen, templateSenderId: next } })}
        />
        <UnicodeSwitch account={account} />
      </div>
    </Panel>
  );
}

function UnicodeSwitch({ account: { id: accountId, unicodeEnabled } }: { account: AccountDetails }) {
  const save = useMemberAction(changeAccount, { ...options, foreseen: [choosing] });
  return (
    <Switch
      isSelected={unicodeEnabled}
      onChange={(chosen) => save.mutate({ accountId, unicodeEnabled: chosen })}
    >
      <Switch.Content>
        <Switch.Control>
          <Switch.Thumb />
        </Switch.Control>
        <Label>Unicode</Label>
      </Switch.Content>
      <Description>Emoji and other scripts, at 70 characters a part.</Description>
    </Switch>
  );
}

/** One value with a button of its own. What was refused stays, to be mended; what was saved is shown as it is kept. */
function OneField({
  value,
  asChange,
  ...field
}: {
  label: string;
  hint: string;
  value: string;
  asChange: (value: string) => z.input<typeof changeAccount.request>;
  inputMode?: "decimal";
  placeholder?: string;
  maxLength?: number;
  required?: boolean;
}) {
  const save = useMemberAction(changeAccount, { ...options, quiet: true });
  const [wrong, setWrong] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const change = asChange(String(new FormData(event.currentTarget).get("value")).trim());
    const issue = changeAccount.request.safeParse(change).error?.issues[0];
    setWrong(issue && `It ${issue.message}.`);
    if (!issue) save.mutate(change);
  };
  return (
    <form className="flex items-start gap-2" onSubmit={submit}>
      <Field
        key={value}
        defaultValue={value}
        autoComplete="off"
        name="value"
        error={wrong ?? save.error?.message}
        {...field}
      />
      <Button type="submit" variant="outline" className="mt-6 shrink-0" isPending={save.isPending}>
        Save<span className="sr-only"> {field.label.toLowerCase()}</span>
      </Button>
    </form>
  );
}
