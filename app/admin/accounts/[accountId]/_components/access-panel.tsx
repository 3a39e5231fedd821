"use client";

import { type ReactNode, useState } from "react";
import { useResetLink } from "@/app/admin/accounts/[accountId]/_components/use-reset-link";
import { Button } from "@/components/controls/button";
import { useMemberAction } from "@/components/members/use-member";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Panel } from "@/components/ui/panel";
import { CANNOT_BE_UNDONE, SAVED } from "@/components/words/confirmations";
import type { AccountDetails } from "@/lib/contracts/admin/accounts";
import {
  listAccountActivity,
  listAccounts,
  readAccount,
  resetSecondFactor,
  setAccountEnabled,
} from "@/lib/contracts/generated/admin/accounts";

const changes = [readAccount, listAccountActivity, listAccounts];

/** Draws the panel for access to the account: whether it is enabled, and its second factor. */
export function AccessPanel({ account }: { account: AccountDetails }) {
  const { id: accountId, name, isOwn } = account;
  const isActive = account.status === "active";
  const [asked, setAsked] = useState<"disable" | "reset" | "link">();
  const close = () => setAsked(undefined);
  const enable = useMemberAction(setAccountEnabled, { changes, done: SAVED, onDone: close });
  const reset = useMemberAction(resetSecondFactor, {
    changes,
    done: "Two-factor authentication is off.",
    onDone: close,
  });
  const link = useResetLink(close);
  return (
    <Panel title="Access">
      <div className="flex flex-col gap-5">
        <Choice
          title={isActive ? "Account active" : "Account disabled"}
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
            ? "This is your own account. Another administrator can disable it."
            : isActive
              ? "Disabling it ends its sessions and access tokens immediately."
              : "Its password and API keys are refused until you enable it."}
        </Choice>
        <Choice
          title={
            account.secondFactor ? "Two-factor authentication is on" : "Two-factor authentication is off"
          }
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
            ? "Manage your own under Settings."
            : account.secondFactor
              ? "For an account owner who lost their phone and recovery codes."
              : "The account owner can turn it on under Settings."}
        </Choice>
        <Choice
          title="Password"
          action={
            <Button variant="outline" isDisabled={!isActive} onPress={() => setAsked("link")}>
              Send reset link
            </Button>
          }
        >
          Emails the account a link to choose a new password. Only the account owner sees it.
        </Choice>
      </div>
      <ConfirmDialog
        title={`Disable ${name}?`}
        question="Its password, API keys and access tokens stop working, and everyone is signed out. Accepted messages are still sent, and the balance stays. You can enable the account again, but its sessions and tokens are gone."
        confirm="Disable"
        isOpen={asked === "disable"}
        isPending={enable.isPending}
        onConfirm={() => enable.mutate({ accountId, enabled: false })}
        onClose={close}
      />
      <ConfirmDialog
        title="Reset two-factor authentication?"
        question={`Make sure the request really comes from ${name}. Until they set it up again, the password alone opens the account. Their recovery codes stop working and they are signed out. ${CANNOT_BE_UNDONE}`}
        confirm="Reset"
        isOpen={asked === "reset"}
        isPending={reset.isPending}
        onConfirm={() => reset.mutate({ accountId })}
        onClose={close}
      />
      <ConfirmDialog
        title="Send a reset link?"
        question={`${account.email} gets a link that works for one hour. The current password works until it is used, and two-factor authentication stays as it is.`}
        confirm="Send link"
        isOpen={asked === "link"}
        isPending={link.isPending}
        onConfirm={() => link.mutate({ accountId })}
        onClose={close}
      />
    </Panel>
  );
}

function Choice({ title, children, action }: { title: string; children: ReactNode; action: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="max-w-4xl text-pretty">
        <h3 className="font-medium">{title}</h3>
        <p className="text-sm text-muted">{children}</p>
      </div>
      {action}
    </div>
  );
}
