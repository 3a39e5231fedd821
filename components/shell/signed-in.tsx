"use client";

import { LogOut } from "lucide-react";
import { Button } from "@/components/controls/button";
import { loadedLater } from "@/components/controls/loaded-later";
import { leaveArea } from "@/components/members/leave-area";
import { useMember } from "@/components/members/use-member";
import { NzTimeNote } from "@/components/shell/nz-time-note";
import { ThemeSwitch } from "@/components/shell/theme-switch";
import { Money } from "@/components/ui/money";
import { readMe } from "@/lib/contracts/generated/members/account";

const AccountSwitch = loadedLater(
  async () => (await import("@/components/shell/people/account-switch")).AccountSwitch,
);

/** Draws the signed-in person, the balance, and the button to sign out. */
export function SignedIn({ name }: { name: string }) {
  const me = useMember(readMe, {});
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-2">
      <div className="min-w-0 text-sm">
        {me.data && me.data.accounts.length > 1 ? (
          <AccountSwitch me={me.data} />
        ) : (
          <p className="truncate font-medium">{name}</p>
        )}
        {me.data && me.data.email !== "" ? (
          <p className="truncate text-xs text-muted" title={me.data.email}>
            {me.data.email}
          </p>
        ) : null}
        <p className="text-muted tabular-nums">{me.data ? <Money amount={me.data.balance} /> : "…"}</p>
      </div>
      <Button isIconOnly variant="ghost" aria-label="Sign out" onPress={leaveArea}>
        <LogOut aria-hidden="true" size={18} />
      </Button>
      <ThemeSwitch />
      <NzTimeNote />
    </div>
  );
}
