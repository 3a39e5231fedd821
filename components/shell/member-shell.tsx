"use client";

import { type ReactNode, useMemo } from "react";
import { ADMIN_GROUPS } from "@/components/shell/admin-places";
import { MEMBER_TABS, memberGroups } from "@/components/shell/places";
import { Shell } from "@/components/shell/shell";
import { SignedIn } from "@/components/shell/signed-in";

/**
 * The shell of the Members Area.
 * @param isSimulated whether the network is the simulator, whose phones can be looked at.
 */
export function MemberShell({
  name,
  isAdmin,
  isSimulated,
  children,
}: {
  name: string;
  isAdmin: boolean;
  isSimulated: boolean;
  children: ReactNode;
}) {
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
