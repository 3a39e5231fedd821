"use client";

import { Button } from "@heroui/react";
import { type FormEvent, useState } from "react";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { formatMoney } from "@/components/ui/format-money";
import { Money } from "@/components/ui/money";
import { Panel } from "@/components/ui/panel";
import { type BillingFacts, readBilling, setLowBalance } from "@/lib/contracts/members/billing";
import { readOverview } from "@/lib/contracts/members/overview";

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
            You owe <Money amount={facts.owed} />: a card payment was refunded or disputed after it had been
            spent. Money that you add pays this first.
          </p>
        )}
        <p className="mt-1 text-sm text-muted">
          {facts.isCountryAwaited
            ? "15% GST is charged until your country is confirmed. Contact whoever runs this gateway to have it confirmed."
            : facts.hasGst
              ? "Prices are debited with 15% GST."
              : "No GST is added to your prices."}
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
  const save = useMemberAction(setLowBalance, { changes: CHANGES, done: "Saved.", quiet: true });
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
          label="Tell me when the balance falls below"
          hint={
            lowBalance === null
              ? "An amount of dollars. No notice is sent while it is empty."
              : `You get one e-mail when it falls below ${formatMoney(lowBalance)}. Empty it for none.`
          }
          inputMode="decimal"
          placeholder="20.00"
          autoComplete="off"
          value={amount}
          error={save.error ? save.error.message.replace("Parameter 'amount'", "It") : undefined}
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
