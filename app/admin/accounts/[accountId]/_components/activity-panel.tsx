"use client";

import { Button } from "@heroui/react";
import { useState } from "react";
import { useMember } from "@/components/members/use-member";
import { DataTable } from "@/components/ui/data-table";
import { Panel } from "@/components/ui/panel";
import { EmptyState, Loaded } from "@/components/ui/states";
import { listAccountActivity } from "@/lib/contracts/admin/accounts";
import type { ActivityRecord } from "@/lib/contracts/members/activity";

/** Who did what to the account, when and from where. */
export function ActivityPanel({ accountId }: { accountId: number }) {
  const [page, setPage] = useState(1);
  const log = useMember(listAccountActivity, { accountId, page });
  return (
    <Panel title="Activity">
      <Loaded query={log}>
        {({ activities, pagination }) =>
          pagination.totalRecords === 0 ? (
            <EmptyState title="Nothing has happened yet">
              What its holder and administrators do to this account is listed here.
            </EmptyState>
          ) : (
            <>
              <List rows={activities} />
              <nav aria-label="Activity" className="mt-4 flex justify-between gap-4">
                <Button size="sm" variant="outline" isDisabled={page === 1} onPress={() => setPage(page - 1)}>
                  Newer
                </Button>
                <Button
                  size="sm"
                  variant="outline"
                  isDisabled={!pagination.hasNextPage}
                  onPress={() => setPage(page + 1)}
                >
                  Older
                </Button>
              </nav>
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

function List({ rows }: { rows: readonly ActivityRecord[] }) {
  return (
    <DataTable
      label="Activity"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { title: "When", cell: ({ at }) => <span className="whitespace-nowrap tabular-nums">{at}</span> },
        {
          title: "What",
          cell: ({ action, details }) => (
            <>
              {sentence(action)}
              <span className="block text-muted sm:text-left">{described(details)}</span>
            </>
          ),
        },
        {
          title: "Who, and from where",
          cell: ({ actor, address }) => (
            <>
              {actor}
              <span className="block font-mono text-xs text-muted sm:text-left">{address}</span>
            </>
          ),
        },
      ]}
    />
  );
}

/** `api_key_created` as a sentence: "API key created". */
function sentence(action: string): string {
  const words = action.replaceAll("_", " ").replace(/^api\b/, "API");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function described(details: ActivityRecord["details"]): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ");
}
