import { Resolver as SystemResolver } from "node:dns/promises";
import type { Resolver } from "@/lib/email-to-sms/authenticate";

/** How long a name server has, doubled for its second and last chance. */
const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** The name servers of the system, for questions about an email. */
export function systemNameServers(): Resolver {
  const resolver = new SystemResolver({ timeout: TIMEOUT_MS, tries: TRIES });
  return (domain, type) => resolver.resolve(domain, type) as Promise<string[] | string[][]>;
}
