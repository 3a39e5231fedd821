"use client";

import { createContext, type ReactNode, useContext } from "react";
import { isAllowed, type Role } from "@/lib/contracts/base/roles";
import type { MemberRoute } from "@/lib/contracts/members/operation";

const RoleContext = createContext<Role>("owner");

/** Says to all of a page what role its reader has in the account. */
export function RoleProvider({ role, children }: { role: Role; children: ReactNode }) {
  return <RoleContext value={role}>{children}</RoleContext>;
}

/** The reader's role in the account that the page shows. */
export function useRole(): Role {
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
