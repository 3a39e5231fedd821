"use client";

import type { ReactNode } from "react";
import { ADMIN_GROUPS, ADMIN_TABS } from "@/components/shell/admin-places";
import { memberGroups } from "@/components/shell/places";
import { Shell, type ShellPlaces } from "@/components/shell/shell";
import { SignedIn } from "@/components/shell/signed-in";

const PLACES: ShellPlaces = {
  label: "Administration",
  home: "/admin",
  groups: ADMIN_GROUPS,
  findable: [...ADMIN_GROUPS, ...memberGroups({ isAdmin: true, isSimulated: false })],
  tabs: ADMIN_TABS,
  back: { href: "/overview", title: "Back to your account" },
};

/** Draws the shell of Administration, with a link back to the administrator's own account. */
export function AdminShell({
  name,
  accountId,
  children,
}: {
  name: string;
  accountId: number;
  children: ReactNode;
}) {
  return (
    <Shell places={PLACES} accountId={accountId} footer={<SignedIn name={name} />}>
      {children}
    </Shell>
  );
}
