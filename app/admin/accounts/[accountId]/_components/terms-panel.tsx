"use client";

import type { FormEvent, ReactNode } from "react";
import { Button } from "@/components/controls/button";
import { Form } from "@/components/controls/form";
import { type CountryChoice, CountrySelect } from "@/components/members/country-select";
import type { InputOf } from "@/components/members/declared";
import { SenderSelect } from "@/components/members/sender-select";
import { optimisticUpdate, useMemberAction } from "@/components/members/use-member";
import { ActionSwitch } from "@/components/ui/action-switch";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { SAVED } from "@/components/words/confirmations";
import type { AccountDetails } from "@/lib/contracts/admin/accounts";
import {
  changeAccount,
  listAccountActivity,
  listAccounts,
  readAccount,
} from "@/lib/contracts/generated/admin/accounts";

const options = { changes: [readAccount, listAccountActivity, listAccounts], done: SAVED };

/** Shows a chosen sender at once, while the server saves it. */
const choosing = optimisticUpdate(changeAccount, readAccount, ({ account }, { accountId, senders }) => ({
  account: account.id === accountId ? { ...account, ...senders } : account,
}));

/** Draws the account's senders, Unicode, country and rate. */
export function TermsPanel({
  account,
  countries,
}: {
  account: AccountDetails;
  countries: readonly CountryChoice[];
}) {
  const { id: accountId, senders, defaultSenderId, templateSenderId } = account;
  const save = useMemberAction(changeAccount, { ...options, optimistic: [choosing] });
  const chosen = { defaultSenderId, templateSenderId };
  return (
    <Panel title="Terms">
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <OneValue
          name="own standard rate"
          asChange={(price) => ({ accountId, standardRate: { price: price === "" ? null : price } })}
        >
          {(error) => (
            <Field
              key={account.standardRate}
              label="Own standard rate"
              hint="NZ$ per part excl. GST, for rates marked “standard”. Leave empty to use the rate table."
              name="value"
              defaultValue={account.standardRate ?? ""}
              error={error}
              autoComplete="off"
              inputMode="decimal"
              placeholder="Rate table price"
            />
          )}
        </OneValue>
        <div className="flex flex-col items-start gap-2">
          <OneValue name="country" asChange={(country) => ({ accountId, country })}>
            {(error) => (
              <CountrySelect
                key={account.country}
                label="Country"
                hint="New Zealand accounts pay GST. Others don’t once their country is confirmed."
                name="value"
                countries={countries}
                chosen={account.country}
                error={error}
              />
            )}
          </OneValue>
          {account.isCountryConfirmed ? null : <ConfirmCountry account={account} countries={countries} />}
        </div>
        <SenderSelect
          label="Default sender"
          chosen={defaultSenderId}
          senders={senders}
          own="owned"
          onChoose={(next) => save.mutate({ accountId, senders: { ...chosen, defaultSenderId: next } })}
        />
        <SenderSelect
          label="Sender for one-time codes and reminders"
          chosen={templateSenderId}
          senders={senders}
          own="owned"
          onChoose={(next) => save.mutate({ accountId, senders: { ...chosen, templateSenderId: next } })}
        />
        <UnicodeSwitch account={account} />
      </div>
    </Panel>
  );
}

/** Asks an administrator to confirm the country from sign-up, before charges omit GST. */
function ConfirmCountry({
  account: { id: accountId, country },
  countries,
}: {
  account: AccountDetails;
  countries: readonly CountryChoice[];
}) {
  const save = useMemberAction(changeAccount, options);
  return (
    <p className="text-sm text-muted">
      Chosen at sign-up, not confirmed.{" "}
      <Button size="sm" isPending={save.isPending} onPress={() => save.mutate({ accountId, country })}>
        Confirm {countries.find(({ code }) => code === country)?.name ?? country}
      </Button>
    </p>
  );
}

function UnicodeSwitch({ account: { id: accountId, unicodeEnabled } }: { account: AccountDetails }) {
  const save = useMemberAction(changeAccount, options);
  return (
    <ActionSwitch
      label="Unicode"
      description="Emoji and other scripts, at 70 characters per part."
      isSelected={unicodeEnabled}
      isPending={save.isPending}
      onChange={(chosen) => save.mutate({ accountId, unicodeEnabled: chosen })}
    />
  );
}

/**
 * Draws a field with a button of its own. A refused value stays in the field. A saved value is replaced by
 * the server's form of it.
 */
function OneValue({
  name,
  asChange,
  children,
}: {
  name: string;
  asChange: (value: string) => InputOf<typeof changeAccount>;
  /** Draws the field `value`, given its error. */
  children: (error: string | undefined) => ReactNode;
}) {
  const save = useMemberAction(changeAccount, { ...options, quiet: true });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    save.mutate(asChange(String(new FormData(event.currentTarget).get("value")).trim()));
  };
  return (
    <Form className="flex items-start gap-2" onSubmit={submit}>
      {children(save.error?.message)}
      <Button type="submit" variant="outline" className="mt-6 shrink-0" isPending={save.isPending}>
        Save<span className="sr-only"> {name}</span>
      </Button>
    </Form>
  );
}
