import { AlertsPanel } from "@/app/(members)/billing/_components/alerts-panel";
import { AccountNumber } from "@/components/members/account-number";
import { Money } from "@/components/ui/money";
import { Panel } from "@/components/ui/panel";
import type { BillingFacts } from "@/lib/contracts/members/billing";

/** Draws the balance, ways to add money, and the alerts. */
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
        <p className="mt-2">
          <AccountNumber accountId={facts.accountId} />
        </p>
      </Panel>
      <AlertsPanel />
    </div>
  );
}
