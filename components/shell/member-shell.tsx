"use client";

import { type ReactNode, useMemo } from "react";
import { useMember } from "@/components/members/use-member";
import { ADMIN_GROUPS } from "@/components/shell/admin-places";
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
  const isSimulated = me.data?.simulated ?? false;
  const places = useMemo(() => {
    const groups = memberGroups({ isAdmin, isSimulated });
    const findable = isAdmin ? [...groups, ...ADMIN_GROUPS] : groups;
    return { label: "Members Area", home: "/overview", groups, findable, tabs: MEMBER_TABS };
  }, [isAdmin, isSimulated]);
  return (
    <Shell places={places} footer={<SignedIn name={name} />}>
      {children}
    </Shell>
  );
}
