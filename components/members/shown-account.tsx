"use client";

import { createContext, type ReactNode, useContext } from "react";
import { SHOWN_ACCOUNT } from "@/lib/contracts/members/people/account-header";

const Shown = createContext<number | null>(null);

/** Provides a page's components with the account that it shows. */
export function ShownAccount({ accountId, children }: { accountId: number; children: ReactNode }) {
  return <Shown value={accountId}>{children}</Shown>;
}

/**
 * Returns the address of a file of the shown account. The server sends no file if another tab has
 * switched accounts meanwhile.
 * @param address includes its parameters.
 */
export function useFileAddress(address: string): string {
  const accountId = useContext(Shown);
  if (accountId === null) return address;
  return `${address}${address.includes("?") ? "&" : "?"}${SHOWN_ACCOUNT}=${accountId}`;
}
