"use client";

import { ActivityTable } from "@/components/members/activity-table";
import { useMember } from "@/components/members/use-member";
import { Pager } from "@/components/ui/pager";
import { Panel } from "@/components/ui/panel";
import { EmptyState, Loaded } from "@/components/ui/states";
import { useUrlFilters } from "@/components/ui/use-url-filters";
import { listActivity } from "@/lib/contracts/members/activity";

/** Who did what, when and from where. */
export function ActivityLog() {
  const { asked } = useUrlFilters([]);
  const log = useMember(listActivity, asked);
  return (
    <Panel title="Activity">
      <Loaded query={log}>
        {({ activities, pagination }) =>
          pagination.totalRecords === 0 ? (
            <EmptyState title="Nothing has happened yet">
              What people do to this account is listed here.
            </EmptyState>
          ) : (
            <>
              <ActivityTable rows={activities} />
              <Pager pagination={pagination} />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}
