"use client";

import { Button } from "@heroui/react";
import { useState } from "react";
import { BlockDialog } from "@/app/(members)/blocked-numbers/_components/block-dialog";
import { NumbersTable } from "@/app/(members)/blocked-numbers/_components/numbers-table";
import { DownloadCsv } from "@/components/lists/download-csv";
import { FilterField, FilterSelect } from "@/components/lists/filter-field";
import { Pager } from "@/components/lists/pager";
import { useUrlFilters } from "@/components/lists/use-url-filters";
import { queryString } from "@/components/members/request";
import { useMember, useMemberAction } from "@/components/members/use-member";
import { ConfirmDialog } from "@/components/ui/dialog";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { EmptyState, Loaded } from "@/components/ui/states";
import {
  exportBlockedNumbers,
  listBlockedNumbers,
  resubscribeNumber,
} from "@/lib/contracts/members/blocked-numbers";

/** The list of blocked numbers, with a search, a dialog to add one, and a download. */
export function BlockedNumbers() {
  const { values, set, asked } = useUrlFilters(["number", "include"]);
  const include = values.include === "all" ? "all" : "active";
  const numbers = useMember(listBlockedNumbers, { ...asked, include });
  const [isBlocking, setBlocking] = useState(false);
  const [back, setBack] = useState<string>();
  const resubscribe = useMemberAction(resubscribeNumber, {
    changes: [listBlockedNumbers],
    done: "The number gets your messages again.",
    onDone: () => setBack(undefined),
  });
  return (
    <>
      <PageHeader
        title="Blocked numbers"
        actions={<Button onPress={() => setBlocking(true)}>Block a number</Button>}
      >
        Who has replied STOP, or another word that means it, gets nothing from you any more: a message to such
        a number is not sent, but it is billed. Times are New Zealand time.
      </PageHeader>
      <Panel>
        <search
          className="mb-5 grid gap-3 items-end sm:grid-cols-[2fr_1fr_auto]"
          aria-label="Blocked numbers"
        >
          <FilterField
            label="Number"
            type="search"
            placeholder="All of it, or how it begins"
            value={values.number}
            onChange={(number) => set({ number })}
          />
          <FilterSelect
            label="Show"
            value={values.include}
            onChange={(next) => set({ include: next })}
            options={[
              { value: "", title: "Blocked now" },
              { value: "all", title: "Resubscribed too" },
            ]}
          />
          <DownloadCsv
            href={`${exportBlockedNumbers.path}${queryString({ number: values.number, include })}`}
          />
        </search>
        <Loaded query={numbers}>
          {({ numbers: rows, pagination }) => (
            <>
              {rows.length > 0 ? (
                <NumbersTable rows={rows} onResubscribe={setBack} />
              ) : values.number !== "" ? (
                <EmptyState title="No blocked number begins so">
                  {include === "active"
                    ? "It may have resubscribed: show those too."
                    : "Check the number, or clear the search."}
                </EmptyState>
              ) : (
                <EmptyState title="No number is blocked">
                  When somebody replies STOP to a message of yours, the number is listed here by itself.
                </EmptyState>
              )}
              <Pager pagination={pagination} />
            </>
          )}
        </Loaded>
      </Panel>
      {isBlocking ? <BlockDialog onClose={() => setBlocking(false)} /> : null}
      <ConfirmDialog
        title={`Send to ${back ?? "this number"} again?`}
        question="Do this only when its owner has asked you to. To write to who has opted out is against the law in New Zealand, and carriers end accounts for it."
        confirm="Resubscribe"
        isOpen={back !== undefined}
        isPending={resubscribe.isPending}
        onConfirm={() => back !== undefined && resubscribe.mutate({ number: back })}
        onClose={() => setBack(undefined)}
      />
    </>
  );
}
