"use client";

import dynamic from "next/dynamic";
import { loadedLater } from "@/components/controls/loaded-later";
import { DataTable } from "@/components/lists/data-table";
import { monthName } from "@/components/lists/month-names";
import { useMember } from "@/components/members/use-member";
import { formatCount } from "@/components/ui/count";
import { LINK, LINK_IN_TEXT } from "@/components/ui/link-styles";
import { Money } from "@/components/ui/money";
import { NearLink } from "@/components/ui/near-link";
import { Panel } from "@/components/ui/panel";
import { EmptyState, Loaded } from "@/components/ui/states";
import { readUsage } from "@/lib/contracts/generated/members/billing";
import type { BillingFacts, MonthUsage } from "@/lib/contracts/members/billing";

/** The frame has a fixed height, so that loading the chart moves nothing. */
// It is below the window while the page loads.
const RateCodes = loadedLater(
  async () => (await import("@/app/(members)/billing/_components/rate-codes")).RateCodes,
);
const UsageChart = dynamic(
  () => import("@/app/(members)/billing/_components/usage-chart").then(({ UsageChart }) => UsageChart),
  { ssr: false },
);

const count = (value: number) => <span className="tabular-nums">{formatCount(value)}</span>;

/** Draws the cost of messages by month and by rate code. */
export function UsagePanel({ facts }: { facts: BillingFacts }) {
  const usage = useMember(readUsage, {});
  return (
    <>
      <Panel title="Spending by month">
        <Loaded query={usage}>{({ months }) => <Months months={months} facts={facts} />}</Loaded>
      </Panel>
      <RateCodes facts={facts} />
    </>
  );
}

function Months({ months, facts }: { months: readonly MonthUsage[]; facts: BillingFacts }) {
  const shown = months.filter(({ month, messages }) => messages > 0 || month >= facts.firstMonth);
  if (!months.some(({ messages }) => messages > 0)) {
    return (
      <EmptyState title="No usage yet">
        See the cost of your messages by month here.{" "}
        <NearLink href={`/billing/statement/${facts.thisMonth}`} className={LINK_IN_TEXT}>
          Statement of {monthName(facts.thisMonth)}
        </NearLink>
      </EmptyState>
    );
  }
  return (
    <>
      {shown.length > 1 ? (
        <div aria-hidden="true" className="mb-4 h-48">
          <UsageChart months={shown} />
        </div>
      ) : null}
      <DataTable
        label="Spending by month"
        rows={shown.toReversed()}
        keyOf={({ month }) => month}
        columns={[
          { title: "Month", cell: ({ month }) => monthName(month) },
          { title: "Messages", align: "end", cell: ({ messages }) => count(messages) },
          { title: "Parts", align: "end", cell: ({ segments }) => count(segments) },
          { title: "Excl. GST", align: "end", cell: ({ amount }) => <Money amount={amount} /> },
          { title: "GST", align: "end", cell: ({ gst }) => <Money amount={gst} /> },
          { title: "Total", phone: "aside", align: "end", cell: ({ total }) => <Money amount={total} /> },
          {
            title: "Statement",
            phone: "text",
            align: "end",
            cell: ({ month }) =>
              month >= facts.firstMonth ? (
                <NearLink href={`/billing/statement/${month}`} className={LINK}>
                  Statement<span className="sr-only"> of {monthName(month)}</span>
                </NearLink>
              ) : null,
          },
        ]}
      />
    </>
  );
}
