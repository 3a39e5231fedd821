"use client";

import { createContext, type ReactNode, useContext } from "react";
import { SHOWN_ACCOUNT } from "@/lib/contracts/members/people/account-header";

const Shown = createContext<number | null>(null);

/** Says to all of a page which account it shows. */
export function ShownAccount({ accountId, children }: { accountId: number; children: ReactNode }) {
  return <Shown value={accountId}>{children}</Shown>;
}

/**
 * The address of a file of the account that the page shows. Where another page of the browser has switched the account
 * meanwhile, there is none.
 * @param address with its parameters.
 */
export function useFileAddress(address: string): string {
  const accountId = useContext(Shown);
  if (accountId === null) return address;
  return `${address}${address.includes("?") ? "&" : "?"}${SHOWN_ACCOUNT}=${accountId}`;
}
