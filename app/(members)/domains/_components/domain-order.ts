import { DOMAIN_ORDERS } from "@/lib/contracts/base/values";
import type { DomainOrder } from "@/lib/contracts/members/domains";

/** What the address of the page says of the list of approved domains. */
export const DOMAIN_FILTERS = ["order"] as const;

/** The order that an address asks for: by the names, upwards unless it says otherwise. */
export function domainOrder(asked: string): DomainOrder {
  return DOMAIN_ORDERS.find((order) => order === asked) ?? "domain";
}
