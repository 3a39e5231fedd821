"use client";

import { BalancePanels } from "@/app/(members)/billing/_components/balance-panels";
import { CardTopUp } from "@/app/(members)/billing/_components/card-top-up";
import { UsagePanel } from "@/app/(members)/billing/_components/usage-panel";
import { loadedLater } from "@/components/controls/loaded-later";
import { May } from "@/components/members/role";
import { useMember } from "@/components/members/use-member";
import { PageHeader } from "@/components/ui/page-header";
import { Loaded } from "@/components/ui/states";
import { readBilling } from "@/lib/contracts/generated/members/billing";
import { beginCardTopUpOperation } from "@/lib/contracts/generated/members/card-top-up";

// It moves no visible panel when it is loaded: the panel beside it is as high, and on a phone it is below the
// window.
const AutoTopUpPanel = loadedLater(
  async () => (await import("@/app/(members)/billing/_components/auto-top-up-panel")).AutoTopUpPanel,
);

// A late panel comes last, so that it moves no other panel.
const LedgerPanel = loadedLater(
  async () => (await import("@/app/(members)/billing/_components/ledger-panel")).LedgerPanel,
);

/** Draws the balance, the cost of messages, and every change of the balance. */
export function Billing() {
  const billing = useMember(readBilling, {});
  return (
    <>
      <PageHeader title="Billing">Your balance in NZ$ and usage.</PageHeader>
      <Loaded query={billing}>
        {(facts) => (
          <div className="flex flex-col gap-6">
            <BalancePanels facts={facts} />
            <May call={beginCardTopUpOperation}>
              <div className="grid gap-6 empty:hidden lg:grid-cols-2">
                <CardTopUp />
                <AutoTopUpPanel />
              </div>
            </May>
            <UsagePanel facts={facts} />
            <LedgerPanel facts={facts} />
          </div>
        )}
      </Loaded>
    </>
  );
}
