import { Resolver as SystemResolver } from "node:dns/promises";
import type { Resolver } from "@/lib/email-to-sms/authenticate";

/** The time limit of a query of a name server. The second and last attempt has double the time. */
const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** Returns the name servers of the system, for queries about an email. */
export function systemNameServers(): Resolver {
  const resolver = new SystemResolver({ timeout: TIMEOUT_MS, tries: TRIES });
  return (domain, type) => resolver.resolve(domain, type) as Promise<string[] | string[][]>;
}
