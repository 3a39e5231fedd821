"use client";

import { useState } from "react";
import { BlockDialog } from "@/app/(members)/blocked-numbers/_components/block-dialog";
import {
  NumbersTable,
  RESUBSCRIBE_QUESTION,
} from "@/app/(members)/blocked-numbers/_components/numbers-table";
import { Button } from "@/components/controls/button";
import { FilterBar } from "@/components/lists/filter-bar";
import { chosenAs, filterChips } from "@/components/lists/filter-chips";
import { FilterField, FilterSelect } from "@/components/lists/filter-field";
import { Pager } from "@/components/lists/pager";
import { SavedViews } from "@/components/lists/saved-views";
import { useUrlFilters } from "@/components/lists/use-url-filters";
import { DownloadCsv } from "@/components/members/download-csv";
import { queryString } from "@/components/members/request";
import { May } from "@/components/members/role";
import { useMember, useMemberAction } from "@/components/members/use-member";
import { ConfirmDialog } from "@/components/ui/dialog";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { EmptyState, Loaded } from "@/components/ui/states";
import {
  blockNumberOperation,
  exportBlockedNumbers,
  listBlockedNumbers,
  resubscribeNumber,
} from "@/lib/contracts/generated/members/blocked-numbers";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

const FILTERS = ["number", "include"] as const;

const SHOWN = [
  { value: "", title: "Blocked" },
  { value: "all", title: "Blocked and resubscribed" },
];

const CHIPS = { number: chosenAs("Number"), include: chosenAs("Show", SHOWN) };

/** Draws the list of blocked numbers, with a search, a button to add one, and a download. */
export function BlockedNumbers() {
  const { values, set, clear, asked } = useUrlFilters(FILTERS);
  const include = values.include === "all" ? "all" : "active";
  const numbers = useMember(listBlockedNumbers, { ...asked, include });
  const [isBlocking, setBlocking] = useState(false);
  const [back, setBack] = useState<string>();
  const resubscribe = useMemberAction(resubscribeNumber, {
    changes: [listBlockedNumbers],
    done: "Number resubscribed.",
    onDone: () => setBack(undefined),
  });
  return (
    <>
      <PageHeader
        title="Blocked numbers"
        actions={
          <>
            <SavedViews list="blocked-numbers" names={FILTERS} />
            <May call={blockNumberOperation}>
              <Button onPress={() => setBlocking(true)}>Block number</Button>
            </May>
          </>
        }
      >
        People who reply STOP won’t get your messages. Messages to blocked numbers aren’t delivered but are
        still charged.
      </PageHeader>
      <Panel>
        <search className="mb-5 flex flex-col gap-3" aria-label="Blocked numbers">
          <div className="grid gap-3 items-end sm:grid-cols-[2fr_1fr_auto]">
            <FilterField
              label="Number"
              type="search"
              placeholder="Full number or first digits"
              value={values.number}
              onChange={(number) => set({ number })}
            />
            <FilterSelect
              label="Show"
              value={values.include}
              onChange={(next) => set({ include: next })}
              options={SHOWN}
            />
            <May call={exportBlockedNumbers}>
              <DownloadCsv
                href={`${exportBlockedNumbers.path}${queryString({ number: values.number, include })}`}
              />
            </May>
          </div>
          <FilterBar chips={filterChips(values, CHIPS, set)} onClear={clear} />
        </search>
        <Loaded query={numbers}>
          {({ numbers: rows, pagination }) => (
            <>
              {rows.length > 0 ? (
                <NumbersTable rows={rows} onResubscribe={setBack} />
              ) : values.number !== "" ? (
                <EmptyState title="No blocked numbers match">
                  {include === "active"
                    ? "It may have resubscribed. Show resubscribed numbers too."
                    : "Check the number, or clear the search."}
                </EmptyState>
              ) : (
                <EmptyState title="No blocked numbers">
                  Numbers appear here when people reply STOP.
                </EmptyState>
              )}
              <Pager pagination={pagination} />
            </>
          )}
        </Loaded>
      </Panel>
      {isBlocking ? <BlockDialog onClose={() => setBlocking(false)} /> : null}
      <ConfirmDialog
        title={`Resubscribe ${back === undefined ? "this number" : writtenNumber(back)}?`}
        question={RESUBSCRIBE_QUESTION}
        confirm="Resubscribe"
        isOpen={back !== undefined}
        isPending={resubscribe.isPending}
        onConfirm={() => back !== undefined && resubscribe.mutate({ number: back })}
        onClose={() => setBack(undefined)}
      />
    </>
  );
}
