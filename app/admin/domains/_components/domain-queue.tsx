"use client";

import Link from "next/link";
import { useState } from "react";
import { ApproveDialog } from "@/app/admin/domains/_components/approve-dialog";
import { RejectDialog } from "@/app/admin/domains/_components/reject-dialog";
import { Button } from "@/components/controls/button";
import { Chip } from "@/components/controls/chip";
import { Pager } from "@/components/lists/pager";
import { useUrlFilters } from "@/components/lists/use-url-filters";
import { useMember } from "@/components/members/use-member";
import { countOf } from "@/components/ui/count";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { EmptyState, Loaded } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import type { QueuedDomain } from "@/lib/contracts/admin/domains";
import { listDomainQueue } from "@/lib/contracts/routes/admin-routes";

type Deciding = { how: "approve" | "reject"; entry: QueuedDomain };

/** The domains that wait for a decision, those that wait longest first. */
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
        {({ domains, pagination }) => (
          <>
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
              <ul className="flex flex-col gap-4">
                {domains.map((entry) => (
                  <li key={`${entry.accountId} ${entry.domain}`}>
                    <Entry entry={entry} onDecide={(how) => setDeciding({ how, entry })} />
                  </li>
                ))}
              </ul>
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

function Entry({ entry, onDecide }: { entry: QueuedDomain; onDecide: (how: Deciding["how"]) => void }) {
  const { domain, accountName, accountEmail, accountId, requested, since, messages, sample, approvable } =
    entry;
  return (
    <article
      aria-label={`${domain} of ${accountName}`}
      className="flex flex-col gap-3 rounded-2xl border border-line bg-panel p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-lg font-medium break-all">{domain}</h2>
          <p className="text-sm wrap-anywhere text-muted">
            <Link href={`/admin/accounts/${accountId}`} className={LINK_IN_TEXT}>
              {accountName}
            </Link>{" "}
            · {accountEmail}
          </p>
        </div>
        <div className="flex gap-2">
          <Button size="sm" isDisabled={approvable.length === 0} onPress={() => onDecide("approve")}>
            Approve<span className="sr-only"> {domain}</span>
          </Button>
          <Button size="sm" variant="outline" onPress={() => onDecide("reject")}>
            Reject<span className="sr-only"> {domain}</span>
          </Button>
        </div>
      </div>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        {requested ? <Chip color="accent">Requested</Chip> : null}
        <span className="tabular-nums">
          {messages === 0 ? "No held messages" : `${countOf(messages, "message")} held`}
        </span>
        <span className="text-muted">
          since <Time isLong isInSentence at={since} />
        </span>
      </p>
      {sample === null ? null : (
        <figure className="flex flex-col gap-1.5">
          <figcaption className="text-xs text-muted">Oldest message, digits masked</figcaption>
          <blockquote className="rounded-lg bg-page p-3 text-sm break-words whitespace-pre-wrap">
            {sample}
          </blockquote>
        </figure>
      )}
      {approvable.length === 0 ? (
        <p className="text-sm text-muted">
          This suffix is shared by many people and can’t be approved. Links must use a host under it.
        </p>
      ) : null}
    </article>
  );
}
