"use client";

import { Send } from "lucide-react";
import { Attention } from "@/app/(members)/overview/_components/attention";
import { FirstSteps } from "@/app/(members)/overview/_components/first-steps";
import { Outcomes } from "@/app/(members)/overview/_components/outcomes";
import { May } from "@/components/members/role";
import { useMember } from "@/components/members/use-member";
import { formatCount } from "@/components/ui/count";
import { LINK } from "@/components/ui/link-styles";
import { NearLink } from "@/components/ui/near-link";
import { PageHeader } from "@/components/ui/page-header";
import { Loaded } from "@/components/ui/states";
import { readMe } from "@/lib/contracts/generated/members/account";
import { readBilling } from "@/lib/contracts/generated/members/billing";
import { readOverview } from "@/lib/contracts/generated/members/overview";
import { sendFromPageOperation } from "@/lib/contracts/generated/members/send";
import type { Overview as OverviewData } from "@/lib/contracts/members/overview";
import { formatMoney } from "@/lib/money";

/**
 * Draws the state of the account: urgent items, figures of messages, and the first steps.
 * @param hasHiddenSteps true if this browser's reader hid the first steps.
 */
export function Overview({ hasHiddenSteps }: { hasHiddenSteps: boolean }) {
  const overview = useMember(readOverview, {});
  const me = useMember(readMe, {});
  return (
    <>
      <PageHeader
        title="Overview"
        actions={
          <May call={sendFromPageOperation}>
            <NearLink href="/send" className="button button--primary">
              <Send aria-hidden="true" size={16} />
              Send a message
            </NearLink>
          </May>
        }
      >
        Last 30 days (NZ time)
      </PageHeader>
      <Loaded query={overview}>
        {(data) => (
          <div className="flex flex-col gap-6">
            <Attention attention={data.attention} secondFactorOff={me.data?.secondFactor === false} />
            <May call={sendFromPageOperation}>
              <FirstSteps
                steps={data.firstSteps}
                simulated={me.data?.simulated ?? false}
                wasHidden={hasHiddenSteps}
              />
            </May>
            <Figures figures={data} />
            <Outcomes days={data.days} />
          </div>
        )}
      </Loaded>
    </>
  );
}

/** Formats a rate, rounded down: 100% means that every message was delivered. */
function percent(rate: number): string {
  return `${formatCount(Math.floor(rate * 1_000) / 10)}%`;
}

function Figures({ figures: { balance, days, total, deliveryRate, replies } }: { figures: OverviewData }) {
  const today = days.at(-1);
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-2xl border border-line bg-line lg:grid-cols-4">
      <Figure name="Balance in NZ$" value={formatMoney(balance)}>
        <May call={readBilling}>
          <NearLink href="/billing" className={LINK}>
            Billing
          </NearLink>
        </May>
      </Figure>
      <Figure name="Sent today" value={formatCount(today?.sent ?? 0)}>
        {formatCount(today?.delivered ?? 0)} delivered, {formatCount(today?.failed ?? 0)} failed
      </Figure>
      <Figure name="Delivered in 30 days" value={deliveryRate === null ? "–" : percent(deliveryRate)}>
        {deliveryRate === null
          ? "No completed messages yet"
          : `${formatCount(total.delivered)} of ${formatCount(total.delivered + total.failed)} completed`}
      </Figure>
      <Figure name="Replies in 30 days" value={formatCount(replies.total)}>
        {formatCount(replies.today)} today.{" "}
        <NearLink href="/inbox" className={LINK}>
          Inbox
        </NearLink>
      </Figure>
    </dl>
  );
}

function Figure({ name, value, children }: { name: string; value: string; children: React.ReactNode }) {
  return (
    <div className="bg-panel p-4 sm:p-5">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-1 text-xl font-semibold tracking-tight break-words tabular-nums sm:text-2xl">
        {value}
      </dd>
      <dd className="mt-1 text-sm text-muted tabular-nums">{children}</dd>
    </div>
  );
}
