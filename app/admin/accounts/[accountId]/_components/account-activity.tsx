"use client";

import { useState } from "react";
import { StepPager } from "@/components/lists/pager";
import { ActivityPanel } from "@/components/members/activity-panel";
import { useMember } from "@/components/members/use-member";
import { listAccountActivity } from "@/lib/contracts/generated/admin/accounts";

/** What its holder and administrators have done to an account. */
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
