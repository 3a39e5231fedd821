"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useMemo } from "react";
import { loadedLater } from "@/components/controls/loaded-later";
import { RoleProvider } from "@/components/members/role";
import { groupsFor, memberGroups, memberTabs, placeNotFor } from "@/components/shell/places";
import { Shell } from "@/components/shell/shell";
import { SignedIn } from "@/components/shell/signed-in";
import { type ActingRole, EVERYONE } from "@/lib/contracts/base/roles";

const NotForRole = loadedLater(
  async () => (await import("@/components/shell/people/not-for-role")).NotForRole,
);

const ViewBanner = loadedLater(
  async () => (await import("@/components/shell/people/view-banner")).ViewBanner,
);

/** The signed-in person, with the fields that a shell needs. */
export type ShellMember = {
  accountId: number;
  name: string;
  role: ActingRole;
  isAdmin: boolean;
  /**
   * The time left of an administrator's view of the account, in milliseconds; null if the session is no view.
   */
  viewLeftMs: number | null;
};

/**
 * Draws the shell of the Members Area, with the pages that the reader's role can use.
 * @param isSimulated true if the network is the simulator, whose handsets have a page.
 */
export function MemberShell({
  member: { accountId, name, role, isAdmin, viewLeftMs },
  isSimulated,
  children,
}: {
  member: ShellMember;
  isSimulated: boolean;
  children: ReactNode;
}) {
  const pathname = usePathname();
  const all = useMemo(() => memberGroups({ isAdmin, isSimulated }), [isAdmin, isSimulated]);
  const places = useMemo(() => {
    const groups = groupsFor(all, role);
    const tabs = memberTabs(role);
    return { label: "Members Area", home: "/overview", groups, findable: groups, isAdmin, tabs };
  }, [all, isAdmin, role]);
  const closed = placeNotFor(all, pathname, role);
  return (
    <RoleProvider role={role}>
      <Shell places={places} accountId={accountId} footer={<SignedIn name={name} />}>
        {viewLeftMs === null ? null : <ViewBanner name={name} accountId={accountId} leftMs={viewLeftMs} />}
        {closed ? <NotForRole title={closed.title} allowed={closed.roles ?? EVERYONE} /> : children}
      </Shell>
    </RoleProvider>
  );
}
