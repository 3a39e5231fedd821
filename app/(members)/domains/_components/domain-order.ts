import { DOMAIN_ORDERS } from "@/lib/contracts/base/values";
import type { DomainOrder } from "@/lib/contracts/members/domains";

/** The parameters of the list of approved domains in the page's address. */
export const DOMAIN_FILTERS = ["order"] as const;

/** Returns the order in an address. The default is by name, ascending. */
export function domainOrder(asked: string): DomainOrder {
  return DOMAIN_ORDERS.find((order) => order === asked) ?? "domain";
}
