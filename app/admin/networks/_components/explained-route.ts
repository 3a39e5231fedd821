import type { RouteRecord } from "@/lib/contracts/admin/network-routes";

const WORDS = {
  account: (value) => `of account ${value}`,
  sender: (value) => `from ${value}`,
  prefix: (value) => `to ${value}…`,
  network: (value) => `to network ${value}`,
  sendType: (value) => `of the type ${value}`,
  messageClass: (value) => `of the class ${value}`,
} satisfies Partial<Record<keyof RouteRecord, (value: unknown) => string>>;

/** Which messages a route is for: "from 552, to 64…", or "All". */
export function explainedRoute(route: Omit<RouteRecord, "targets" | "byCost">): string {
  const named = Object.entries(WORDS).flatMap(([field, words]) => {
    const value = route[field as keyof typeof WORDS];
    return value === undefined ? [] : [words(value)];
  });
  return named.length === 0 ? "All" : named.join(", ");
}
