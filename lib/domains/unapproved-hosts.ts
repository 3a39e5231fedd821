import type { Queryable } from "@/lib/db/client";
import { approvedAmongStatement } from "@/lib/domains/unapproved-hosts.sql";
import { mapInSlices } from "@/lib/parsing/map-in-slices";
import { approvingDomains, linkHosts } from "@/lib/sms/links/links";

/**
 * Returns the hosts that a text links to without the account's approval (rules: held links, domain approval), sorted.
 * Most texts have no link and cost no query.
 * @param text the text as it will be sent.
 */
export function unapprovedHosts(db: Queryable, accountId: number, text: string): Promise<string[]> {
  return unapprovedAmong(db, accountId, linkHosts(text));
}

/** The texts that are searched for links without a break: each takes up to some hundred microseconds. */
const SLICE = 20;

/**
 * Returns the unapproved hosts of each of several texts, in their order, like `unapprovedHosts`. One query looks up
 * all of them.
 * @param texts the texts. Equal ones are searched once.
 */
export async function unapprovedHostsOf(
  db: Queryable,
  accountId: number,
  texts: readonly string[],
): Promise<string[][]> {
  const different = [...new Set(texts)];
  const linked = await mapInSlices(different, SLICE, linkHosts);
  const all = await unapprovedAmong(db, accountId, [...new Set(linked.flat())].sort());
  const unapproved = new Set(all);
  const hosts = new Map(
    different.map((text, place) => [text, (linked[place] ?? []).filter((host) => unapproved.has(host))]),
  );
  return texts.map((text) => hosts.get(text) ?? []);
}

/** Returns the hosts without the account's approval among the given ones, in their order. */
export async function unapprovedAmong(
  db: Queryable,
  accountId: number,
  hosts: readonly string[],
): Promise<string[]> {
  if (hosts.length === 0) return [];
  const rows = await db.query<{ domain: string }>(
    approvedAmongStatement(accountId, hosts.flatMap(approvingDomains)),
  );
  const approved = new Set(rows.map(({ domain }) => domain));
  return hosts.filter((host) => !approvingDomains(host).some((domain) => approved.has(domain)));
}
