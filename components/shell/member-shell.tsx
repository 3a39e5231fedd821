"use client";

import type { ReactNode } from "react";
import { useMember } from "@/components/members/use-member";
import { MEMBER_TABS, memberGroups } from "@/components/shell/places";
import { Shell } from "@/components/shell/shell";
import { SignedIn } from "@/components/shell/signed-in";
import { readMe } from "@/lib/contracts/members/account";

/** The shell of the Members Area. */
export function MemberShell({
  name,
  isAdmin,
  children,
}: {
  name: string;
  isAdmin: boolean;
  children: ReactNode;
}) {
  const me = useMember(readMe, {});
  const groups = memberGroups({ isAdmin, isSimulated: me.data?.simulated ?? false });
  return (
    <Shell
      places={{ label: "Members Area", home: "/overview", groups, tabs: MEMBER_TABS }}
      footer={<SignedIn name={name} />}
    >
      {children}
    </Shell>
  );
}
