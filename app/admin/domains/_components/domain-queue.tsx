"use client";

import Link from "next/link";
import { useState } from "react";
import { ApproveDialog } from "@/app/admin/domains/_components/approve-dialog";
import { RejectDialog } from "@/app/admin/domains/_components/reject-dialog";
import { Button } from "@/components/controls/button";
import { Chip } from "@/components/controls/chip";
import { DataTable } from "@/components/lists/data-table";
import { MissingCells } from "@/components/lists/missing-cells";
import { Pager } from "@/components/lists/pager";
import type { Column } from "@/components/lists/table/column";
import { useUrlFilters } from "@/components/lists/use-url-filters";
import { useMember } from "@/components/members/use-member";
import { countOf } from "@/components/ui/count";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { EmptyState, Loaded } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import type { QueuedDomain } from "@/lib/contracts/admin/domains";
import { listDomainQueue } from "@/lib/contracts/generated/admin/domains";

type Deciding = { how: "approve" | "reject"; entry: QueuedDomain };

/** Draws the domains that wait for a decision, sorted by the time that they have waited. */
export function DomainQueue() {
  const { asked } = useUrlFilters([]);
  const queue = useMember(listDomainQueue, asked);
  const [deciding, setDeciding] = useState<Deciding>();
  const end = () => setDeciding(undefined);
  return (
    <>
      <PageHeader
        title="Held domains"
        actions={
          <Button variant="outline" isPending={queue.isFetching} onPress={() => void queue.refetch()}>
            Refresh
          </Button>
        }
      >
        Domains that accounts requested or have messages held for, oldest first. Messages are deleted after 14
        days without a decision.
      </PageHeader>
      <Loaded query={queue}>
        {({ domains, pagination, awayCells }) => (
          <>
            <MissingCells awayCells={awayCells} what="domains" />
            {pagination.totalRecords === 0 ? (
              <Panel>
                <EmptyState title="Nothing to review">
                  Domains appear here when an account requests one or sends a link to one.
                </EmptyState>
              </Panel>
            ) : domains.length === 0 ? (
              <Panel>
                <EmptyState title="No more items">Go to the previous page.</EmptyState>
              </Panel>
            ) : (
              <Panel>
                <QueueTable
                  rows={domains}
                  count={countOf(pagination.totalRecords, "domain")}
                  onDecide={setDeciding}
                />
              </Panel>
            )}
            <Pager pagination={pagination} />
          </>
        )}
      </Loaded>
      {deciding?.how === "approve" ? <ApproveDialog entry={deciding.entry} onClose={end} /> : null}
      {deciding?.how === "reject" ? <RejectDialog entry={deciding.entry} onClose={end} /> : null}
    </>
  );
}

const COLUMNS: Column<QueuedDomain>[] = [
  { title: "Domain", isFixed: true, phone: "title", cell: (entry) => <Domain entry={entry} /> },
  {
    title: "Account",
    phone: "more",
    cell: ({ accountId, accountName, accountEmail }) => (
      <span className="block sm:min-w-36">
        <Link href={`/admin/accounts/${accountId}`} className={`finger wrap-anywhere ${LINK_IN_TEXT}`}>
          {accountName}
        </Link>
        <span className="block wrap-anywhere text-muted">{accountEmail}</span>
      </span>
    ),
  },
  {
    title: "Held messages",
    phone: "state",
    cell: ({ messages, requested }) => (
      <span className="inline-flex flex-wrap items-center gap-2 tabular-nums">
        {messages === 0 ? "No held messages" : `${countOf(messages, "message")} held`}
        {requested ? <Chip color="accent">Requested</Chip> : null}
      </span>
    ),
  },
  { title: "Since", phone: "aside", cell: ({ since }) => <Time at={since} /> },
  {
    title: "Oldest message, digits masked",
    phone: "text",
    cell: ({ sample }) =>
      sample === null ? (
        "–"
      ) : (
        <span className="line-clamp-4 whitespace-pre-wrap wrap-anywhere">{sample}</span>
      ),
  },
];

/** Draws the queue in its own order: the longest wait comes first. */
function QueueTable({
  rows,
  count,
  onDecide,
}: {
  rows: readonly QueuedDomain[];
  count: string;
  onDecide: (deciding: Deciding) => void;
}) {
  const actions: Column<QueuedDomain> = {
    title: "Actions",
    phone: "more",
    align: "end",
    isFixed: true,
    cell: (entry) => (
      <span className="inline-flex gap-2">
        <Button
          size="sm"
          isDisabled={entry.approvable.length === 0}
          onPress={() => onDecide({ how: "approve", entry })}
        >
          Approve<span className="sr-only"> {entry.domain}</span>
        </Button>
        <Button size="sm" variant="outline" onPress={() => onDecide({ how: "reject", entry })}>
          Reject<span className="sr-only"> {entry.domain}</span>
        </Button>
      </span>
    ),
  };
  return (
    <DataTable
      label="Held domains"
      rows={rows}
      keyOf={({ accountId, domain }) => `${accountId} ${domain}`}
      columns={[...COLUMNS, actions]}
      isChoosable
      count={count}
    />
  );
}

function Domain({ entry: { domain, approvable } }: { entry: QueuedDomain }) {
  return (
    <>
      <span className="block font-medium break-words sm:min-w-40">{domain}</span>
      {approvable.length === 0 ? (
        <span className="block max-w-xs font-normal text-muted">
          This suffix is shared by many people and can’t be approved. Links must use a host under it.
        </span>
      ) : null}
    </>
  );
}
