"use client";

import dynamic from "next/dynamic";
import Link from "next/link";
import { cutOff } from "@/app/(members)/overview/_components/cut-off";
import { formatDay, messagesOf } from "@/app/(members)/overview/_components/days";
import { DataTable } from "@/components/lists/data-table";
import { May } from "@/components/members/role";
import { formatCount } from "@/components/ui/count";
import { LINK } from "@/components/ui/link-styles";
import { Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";
import { sendFromPageOperation } from "@/lib/contracts/generated/members/send";
import type { Overview } from "@/lib/contracts/members/overview";

/** The frame has a fixed height, so that loading the chart moves nothing. */
const OutcomeChart = dynamic(
  () => import("@/app/(members)/overview/_components/outcome-chart").then(({ OutcomeChart }) => OutcomeChart),
  { ssr: false },
);

/** Draws the outcomes of each day's messages as a chart and a table. */
export function Outcomes({ days }: { days: Overview["days"] }) {
  const busy = days.filter(({ sent }) => sent > 0);
  if (busy.length === 0) {
    return (
      <Panel title="Messages by day">
        <EmptyState title="No messages in the last 30 days">
          See how many messages you send each day and their outcomes.{" "}
          <May call={sendFromPageOperation}>
            <Link href="/send" className={LINK}>
              Send a message
            </Link>
          </May>
        </EmptyState>
      </Panel>
    );
  }
  const end = cutOff(days.map(({ sent }) => sent));
  const larger = end === undefined ? [] : busy.filter(({ sent }) => sent > end);
  return (
    <Panel title="Messages by day">
      <div aria-hidden="true" className="h-64">
        <OutcomeChart days={days} />
      </div>
      {larger.length > 0 ? (
        <p className="mt-2 text-sm text-muted">
          Beyond the chart:{" "}
          {larger.map(({ day, sent }) => `${formatDay(day)} with ${formatCount(sent)} messages`).join(", ")}.
        </p>
      ) : null}
      <details className="mt-4">
        <summary className="cursor-pointer text-sm font-medium text-accent">View as table</summary>
        <div className="mt-3">
          <DataTable
            label="Messages by day"
            rows={busy.toReversed()}
            keyOf={({ day }) => day}
            columns={[
              {
                title: "Day",
                cell: ({ day }) => (
                  <Link href={messagesOf(day)} className={`tabular-nums ${LINK}`}>
                    <time dateTime={day} data-copied-as={day}>
                      {formatDay(day)}
                    </time>
                  </Link>
                ),
              },
              { title: "Sent", align: "end", cell: ({ sent }) => <Count value={sent} /> },
              { title: "Delivered", align: "end", cell: ({ delivered }) => <Count value={delivered} /> },
              { title: "Failed", align: "end", cell: ({ failed }) => <Count value={failed} /> },
              { title: "Pending", align: "end", cell: ({ waiting }) => <Count value={waiting} /> },
            ]}
          />
        </div>
      </details>
    </Panel>
  );
}

function Count({ value }: { value: number }) {
  return <span className="tabular-nums">{formatCount(value)}</span>;
}
