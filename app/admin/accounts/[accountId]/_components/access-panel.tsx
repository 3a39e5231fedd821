"use client";

import { Button } from "@heroui/react";
import { type ReactNode, useState } from "react";
import { useMemberAction } from "@/components/members/use-member";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Panel } from "@/components/ui/panel";
import {
  type AccountDetails,
  listAccountActivity,
  listAccounts,
  readAccount,
  resetSecondFactor,
  setAccountEnabled,
} from "@/lib/contracts/admin/accounts";

const changes = [readAccount, listAccountActivity, listAccounts];

/** Access to the account: whether it is enabled, and its second factor. */
export function AccessPanel({ account }: { account: AccountDetails }) {
  const { id: accountId, name, isOwn } = account;
  const isActive = account.status === "active";
  const [asked, setAsked] = useState<"disable" | "reset">();
  const close = () => setAsked(undefined);
  const enable = useMemberAction(setAccountEnabled, { changes, done: "Done.", onDone: close });
  const reset = useMemberAction(resetSecondFactor, {
    changes,
    done: "The second factor is off.",
    onDone: close,
  });
  return (
    <Panel title="Access">
      <div className="flex flex-col gap-5">
        <Choice
          title={isActive ? "The account is active" : "The account is disabled"}
          action={
            <Button
              variant={isActive ? "danger-soft" : "primary"}
              isDisabled={isOwn}
              isPending={enable.isPending}
              onPress={() => (isActive ? setAsked("disable") : enable.mutate({ accountId, enabled: true }))}
            >
              {isActive ? "Disable" : "Enable"}
            </Button>
          }
        >
          {isOwn
            ? "This is your own account: another administrator can disable it."
            : isActive
              ? "Disabling it ends its sessions and access tokens at once."
              : "Its password and API keys are refused. Enabling it lets them work again."}
        </Choice>
        <Choice
          title={account.secondFactor ? "The second factor is on" : "The second factor is off"}
          action={
            <Button
              variant="outline"
              isDisabled={isOwn || !account.secondFactor}
              onPress={() => setAsked("reset")}
            >
              Reset
            </Button>
          }
        >
          {isOwn
            ? "Your own is turned on and off under Settings."
            : account.secondFactor
              ? "For a holder who has lost the phone and the recovery codes."
              : "Its holder can turn it on under Settings."}
        </Choice>
      </div>
      <ConfirmDialog
        title={`Disable ${name}?`}
        question="From the next call on, its password, API keys and access tokens are refused, and whoever is signed in is signed out. Messages it has sent still go out, and its balance stays. You can enable it again; sessions and tokens then have to be made anew."
        confirm="Disable"
        isOpen={asked === "disable"}
        isPending={enable.isPending}
        onConfirm={() => enable.mutate({ accountId, enabled: false })}
        onClose={close}
      />
      <ConfirmDialog
        title="Reset the second factor?"
        question={`Make sure that it is ${name} who asks. Until they set up another, the password alone opens the account. Their recovery codes stop working and they are signed out. This cannot be undone.`}
        confirm="Reset"
        isOpen={asked === "reset"}
        isPending={reset.isPending}
        onConfirm={() => reset.mutate({ accountId })}
        onClose={close}
      />
    </Panel>
  );
}

function Choice({ title, children, action }: { title: string; children: ReactNode; action: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="max-w-prose">
        <h3 className="font-medium">{title}</h3>
        <p className="text-sm text-muted">{children}</p>
      </div>
      {action}
    </div>
  );
}
