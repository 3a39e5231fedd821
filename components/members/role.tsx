"use client";

import { createContext, type ReactNode, useContext } from "react";
import { type ActingRole, isAllowed } from "@/lib/contracts/base/roles";
import type { MemberRoute } from "@/lib/contracts/members/operation";

const RoleContext = createContext<ActingRole>("owner");

/** Says to all of a page as what its reader acts in the account. */
export function RoleProvider({ role, children }: { role: ActingRole; children: ReactNode }) {
  return <RoleContext value={role}>{children}</RoleContext>;
}

/** As what the reader acts in the account that the page shows. */
export function useRole(): ActingRole {
  return useContext(RoleContext);
}

/** Whether the reader may call an operation. What they may not is not offered; the server refuses it in any case. */
export function useMay(): (route: MemberRoute) => boolean {
  const role = useRole();
  return ({ roles }) => roles === undefined || isAllowed(roles, role);
}

/** A part of a page for those who may call an operation. */
export function May({ call, children }: { call: MemberRoute; children: ReactNode }) {
  return useMay()(call) ? children : null;
}
