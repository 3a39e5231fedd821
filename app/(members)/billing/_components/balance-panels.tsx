"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/controls/button";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { formatMoney } from "@/components/ui/format-money";
import { Money } from "@/components/ui/money";
import { Panel } from "@/components/ui/panel";
import { SAVED } from "@/components/words/confirmations";
import type { BillingFacts } from "@/lib/contracts/members/billing";
import { readBilling, readOverview, setLowBalance } from "@/lib/contracts/routes/member-routes";

const CHANGES = [readBilling, readOverview];

/** The balance, how to add money, and when to be told that it is low. */
export function BalancePanels({ facts }: { facts: BillingFacts }) {
  return (
    <div className="grid items-stretch gap-6 md:grid-cols-2">
      <Panel title="Balance">
        <p className="text-3xl font-semibold tracking-tight break-words tabular-nums">
          <Money amount={facts.balance} />
        </p>
        {facts.owed === null ? null : (
          <p className="mt-1">
            You owe <Money amount={facts.owed} />. A card payment was refunded or disputed after you spent it.
            Your next top-up pays this first.
          </p>
        )}
        <p className="mt-1 text-sm text-muted">
          {facts.isCountryAwaited
            ? "15% GST is charged until your country is confirmed. Contact your provider to confirm it."
            : facts.hasGst
              ? "15% GST is added to your prices."
              : "Your prices have no GST."}
        </p>
        <h3 className="mt-4 font-medium">Add money</h3>
        <p className="mt-1 break-words whitespace-pre-line text-muted">{facts.topUpInstructions}</p>
      </Panel>
      <LowBalancePanel key={facts.lowBalance} lowBalance={facts.lowBalance} />
    </div>
  );
}

function LowBalancePanel({ lowBalance }: { lowBalance: string | null }) {
  const [amount, setAmount] = useState(lowBalance ?? "");
  const save = useMemberAction(setLowBalance, { changes: CHANGES, done: SAVED, quiet: true });
  const set = (wanted: string) => save.mutate(wanted === "" ? {} : { amount: wanted });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    set(
      amount
        .trim()
        .replace(/^(NZ)?\$/i, "")
        .replaceAll(",", ""),
    );
  };
  return (
    <Panel title="Low balance">
      <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
        <Field
          label="Email me when the balance falls below"
          hint={
            lowBalance === null
              ? "Amount in NZ$. Leave empty for no email."
              : `You’ll get one email when it falls below ${formatMoney(lowBalance)}.`
          }
          inputMode="decimal"
          placeholder="20.00"
          autoComplete="off"
          value={amount}
          error={save.error ? save.error.message.replace("Parameter 'amount'", "The amount") : undefined}
          onChange={({ target }) => setAmount(target.value)}
        />
        <div className="flex gap-2">
          <Button type="submit" isPending={save.isPending}>
            Save
          </Button>
          {lowBalance === null ? null : (
            <Button variant="outline" isPending={save.isPending} onPress={() => set("")}>
              Turn off
            </Button>
          )}
        </div>
      </form>
    </Panel>
  );
}
