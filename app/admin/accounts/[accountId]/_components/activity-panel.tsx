"use client";

import { Button } from "@heroui/react";
import { useState } from "react";
import { ActivityTable } from "@/components/members/activity-table";
import { useMember } from "@/components/members/use-member";
import { Panel } from "@/components/ui/panel";
import { EmptyState, Loaded } from "@/components/ui/states";
import { listAccountActivity } from "@/lib/contracts/admin/accounts";

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
              <ActivityTable rows={activities} />
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
