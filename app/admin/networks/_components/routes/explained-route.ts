import type { RouteRecord, SenderRecord } from "@/lib/contracts/admin/network-routes";

const WORDS = {
  account: (value) => `account ${value}`,
  sender: (value) => `from ${value}`,
  prefix: (value) => `to ${value}…`,
  network: (value) => `to network ${value}`,
  sendType: (value) => `type ${value}`,
  messageClass: (value) => `class ${value}`,
  words: (value) => `with ${listed(value)}`,
  begins: (value) => `that begin with “${value}”`,
  hours: (value) => `on ${value}`,
  zone: (value) => `time zone ${value}`,
} satisfies Partial<Record<keyof RouteRecord, (value: unknown) => string>>;

/** Joins words for a sentence: “PIN” or “code”. */
function listed(words: unknown): string {
  return (words as readonly string[]).map((word) => `“${word}”`).join(" or ");
}

/** Formats the conditions of a route: "from 552, to 64…", or "All". */
export function explainedRoute(route: Omit<RouteRecord, "targets" | "byCost">): string {
  const named = Object.entries(WORDS).flatMap(([field, words]) => {
    const value = route[field as keyof typeof WORDS];
    return value === undefined ? [] : [words(value)];
  });
  return named.length === 0 ? "All" : named.join(", ");
}

/** Formats a sender of a list: "552", or "552 as 64210030552 (type 1, plan 1)". */
export function explainedSender(record: SenderRecord): string {
  if (typeof record === "string") return record;
  const { sender, source, ton, npi, pool, zeroRated } = record;
  const types = [
    ton === undefined ? [] : `type ${ton}`,
    npi === undefined ? [] : `plan ${npi}`,
    zeroRated ? "zero-rated" : [],
  ].flat();
  return [
    source === undefined ? sender : `${sender} as ${source}`,
    pool === undefined ? [] : `as one of ${pool.join(" ")}`,
    types.length > 0 ? [`(${types.join(", ")})`] : [],
  ]
    .flat()
    .join(" ");
}
