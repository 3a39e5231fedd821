"use client";

import { useState } from "react";
import { Button } from "@/components/controls/button";
import { loadedLater } from "@/components/controls/loaded-later";
import { DataTable } from "@/components/lists/data-table";
import { StepPager } from "@/components/lists/pager";
import { useMember } from "@/components/members/use-member";
import { countOf } from "@/components/ui/count";
import { Money } from "@/components/ui/money";
import { Panel } from "@/components/ui/panel";
import { EmptyState, Loaded } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import { LEDGER_KIND_TITLES } from "@/components/words/ledger-kinds";
import type { AccountDetails, Movement } from "@/lib/contracts/admin/accounts";
import { listMovements } from "@/lib/contracts/generated/admin/accounts";

const AdjustDialog = loadedLater(
  async () => (await import("@/app/admin/accounts/[accountId]/_components/adjust-dialog")).AdjustDialog,
);

/** Draws the balance, its latest movements, and a button to adjust it. */
export function BalancePanel({ account }: { account: AccountDetails }) {
  const [page, setPage] = useState(1);
  const [isAdjusting, setAdjusting] = useState(false);
  const movements = useMember(listMovements, { accountId: account.id, page });
  return (
    <Panel
      title="Balance"
      actions={
        <Button size="sm" onPress={() => setAdjusting(true)}>
          Adjust
        </Button>
      }
    >
      <p className="text-3xl font-semibold">
        <Money amount={account.balance} />
      </p>
      <p className="mb-5 text-sm text-muted">NZ$ incl. GST</p>
      {account.owed === null ? null : (
        <p className="mb-5">
          It owes <Money amount={account.owed} />. A card payment was refunded or disputed after it was spent.
          The next top-up pays this first.
        </p>
      )}
      <Loaded query={movements}>
        {(list) =>
          list.movements.length === 0 && page === 1 ? (
            <EmptyState title="No entries yet">Top-ups, messages and adjustments appear here.</EmptyState>
          ) : (
            <>
              <Movements rows={list.movements} />
              <StepPager
                label="Balance changes"
                page={page}
                hasNextPage={list.hasNextPage}
                onTurn={setPage}
              />
            </>
          )
        }
      </Loaded>
      {isAdjusting ? <AdjustDialog account={account} onClose={() => setAdjusting(false)} /> : null}
    </Panel>
  );
}

function Movements({ rows }: { rows: readonly Movement[] }) {
  return (
    <DataTable
      label="Balance changes"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { title: "Time", phone: "state", cell: ({ at }) => <Time isLong at={at} /> },
        { title: "Entry", phone: "title", cell: ({ kind }) => LEDGER_KIND_TITLES[kind].title },
        {
          title: "For",
          phone: "text",
          cell: (movement) => <span className="text-muted">{purpose(movement)}</span>,
        },
        {
          title: "Amount",
          phone: "aside",
          align: "end",
          cell: ({ amount }) => <Money amount={amount} />,
        },
      ]}
    />
  );
}

function purpose({ note, rateCode, segments }: Movement): string {
  const parts = segments === null ? null : countOf(segments, "part");
  return [note, rateCode, parts].filter(Boolean).join(", ") || "–";
}
