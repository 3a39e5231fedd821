"use client";

import { createContext, type ReactNode, useContext } from "react";
import { type ActingRole, isAllowed } from "@/lib/contracts/base/roles";
import type { MemberRoute } from "@/lib/contracts/members/operation";

const RoleContext = createContext<ActingRole>("owner");

/** Provides a page's components with the role that its reader acts in. */
export function RoleProvider({ role, children }: { role: ActingRole; children: ReactNode }) {
  return <RoleContext value={role}>{children}</RoleContext>;
}

/** Returns the role that the reader acts in for the shown account. */
export function useRole(): ActingRole {
  return useContext(RoleContext);
}

/**
 * Returns a function that checks if the reader may call an operation. Pages hide forbidden operations. The
 * server refuses them in any case.
 */
export function useMay(): (route: MemberRoute) => boolean {
  const role = useRole();
  return ({ roles }) => roles === undefined || isAllowed(roles, role);
}

/** Draws a part of a page if the reader may call an operation. */
export function May({ call, children }: { call: MemberRoute; children: ReactNode }) {
  return useMay()(call) ? children : null;
}
