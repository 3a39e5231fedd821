"use client";

import { Pager } from "@/components/lists/pager";
import { useUrlFilters } from "@/components/lists/use-url-filters";
import { ActivityPanel } from "@/components/members/activity-panel";
import { useMember } from "@/components/members/use-member";
import { listActivity } from "@/lib/contracts/members/activity";

/** What people have done to the account that is signed in. */
export function ActivityLog() {
  const { asked } = useUrlFilters([]);
  const log = useMember(listActivity, asked);
  return (
    <ActivityPanel
      log={log}
      nothing="Changes to this account appear here."
      pager={(pagination) => <Pager pagination={pagination} />}
    />
  );
}
