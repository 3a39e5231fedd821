"use client";

import { useState } from "react";
import { StepPager } from "@/components/lists/pager";
import { ActivityPanel } from "@/components/members/activity-panel";
import { useMember } from "@/components/members/use-member";
import { listAccountActivity } from "@/lib/contracts/generated/admin/accounts";

/** Draws the activity of an account's people and of administrators. */
export function AccountActivity({ accountId }: { accountId: number }) {
  const [page, setPage] = useState(1);
  const log = useMember(listAccountActivity, { accountId, page });
  return (
    <ActivityPanel
      log={log}
      nothing="Changes by the account owner and administrators appear here."
      pager={({ hasNextPage }) => (
        <StepPager label="Activity" page={page} hasNextPage={hasNextPage} onTurn={setPage} />
      )}
    />
  );
}
