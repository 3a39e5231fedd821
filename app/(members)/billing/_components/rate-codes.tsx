"use client";

import { DataTable } from "@/components/lists/data-table";
import { FilterSelect } from "@/components/lists/filter-field";
import { monthName, monthsBetween } from "@/components/lists/month-names";
import { Pager } from "@/components/lists/pager";
import { useUrlFilters } from "@/components/lists/use-url-filters";
import { useMember } from "@/components/members/use-member";
import { countOf, formatCount } from "@/components/ui/count";
import { Money } from "@/components/ui/money";
import { Panel } from "@/components/ui/panel";
import { EmptyState, Loaded } from "@/components/ui/states";
import { SEND_TYPE_WORDS } from "@/components/words/send-types";
import { listRateCodes } from "@/lib/contracts/generated/members/billing";
import type { BillingFacts, RateCodeUsage } from "@/lib/contracts/members/billing";

const count = (value: number) => <span className="tabular-nums">{formatCount(value)}</span>;

/** Draws the cost of a month's messages by rate code, with the totals. */
export function RateCodes({ facts: { firstMonth, thisMonth } }: { facts: BillingFacts }) {
  const { values, set, asked } = useUrlFilters(["codesOf"]);
  const month = values.codesOf || thisMonth;
  const usage = useMember(listRateCodes, { month, page: asked.page });
  return (
    <Panel title="By rate code">
      <div className="mb-4 max-w-60">
        <FilterSelect
          label="Month"
          value={month}
          options={monthsBetween(firstMonth, thisMonth).map((value) => ({ value, title: monthName(value) }))}
          onChange={(codesOf) => set({ codesOf: codesOf === thisMonth ? "" : codesOf })}
        />
      </div>
      <Loaded query={usage}>
        {({ rateCodes, totals, pagination }) =>
          rateCodes.length === 0 ? (
            <EmptyState title="No usage this month">
              Add a rate code when you send to see usage by code.
            </EmptyState>
          ) : (
            <>
              <DataTable
                label="By rate code"
                rows={rateCodes}
                keyOf={({ rateCode, sendType }) => `${sendType} ${rateCode}`}
                columns={[
                  { title: "Rate code", cell: ({ rateCode }) => <Code rateCode={rateCode} /> },
                  { title: "Type", cell: ({ sendType }) => SEND_TYPE_WORDS[sendType] },
                  { title: "Messages", align: "end", cell: ({ messages }) => count(messages) },
                  { title: "Parts", align: "end", cell: ({ segments }) => count(segments) },
                  { title: "Excl. GST", align: "end", cell: ({ amount }) => <Money amount={amount} /> },
                  { title: "GST", align: "end", cell: ({ gst }) => <Money amount={gst} /> },
                  {
                    title: "Total",
                    phone: "aside",
                    align: "end",
                    cell: ({ total }) => <Money amount={total} />,
                  },
                ]}
              />
              <Totals totals={totals} />
              {pagination.totalPages > 1 ? <Pager pagination={pagination} /> : null}
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Code({ rateCode }: { rateCode: string | null }) {
  return rateCode === null ? (
    <span className="text-muted">Untagged</span>
  ) : (
    <span className="font-medium break-all">{rateCode}</span>
  );
}

function Totals({ totals: { messages, amount, gst, total } }: { totals: RateCodeUsage["totals"] }) {
  return (
    <p className="mt-3 border-t border-line pt-3 text-sm tabular-nums sm:text-right">
      <span className="font-medium">Total:</span> {countOf(messages, "message")}, <Money amount={amount} />{" "}
      and <Money amount={gst} /> GST ={" "}
      <span className="font-medium">
        <Money amount={total} />
      </span>
    </p>
  );
}
