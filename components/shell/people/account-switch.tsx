"use client";

import type { OutputOf } from "@/components/members/declared";
import { useMemberAction } from "@/components/members/use-member";
import { dropDraft } from "@/components/send/drafts";
import type { readMe } from "@/lib/contracts/generated/members/account";
import { switchAccountOperation } from "@/lib/contracts/generated/members/people/sessions";

/** Draws the choice among a person's accounts. */
export function AccountSwitch({ me }: { me: OutputOf<typeof readMe> }) {
  const change = useMemberAction(switchAccountOperation, {
    onDone: () => {
      // The previous account's data must not stay in this tab.
      dropDraft();
      location.assign("/overview");
    },
  });
  return (
    <select
      aria-label="Account"
      className="input w-full min-w-0 truncate font-medium"
      value={String(me.accountId)}
      disabled={change.isPending}
      onChange={({ target }) => change.mutate({ accountId: Number(target.value) })}
    >
      {me.accounts.map(({ accountId, name }) => (
        <option key={accountId} value={accountId}>
          {name}
        </option>
      ))}
    </select>
  );
}
