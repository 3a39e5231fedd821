import { lookup as systemLookup } from "node:dns";
import { Resolver } from "node:dns/promises";
import type { LookupFunction } from "node:net";

/** How long a name server has, doubled for its second and last chance. The limit of the connection holds besides. */
const TIMEOUT_MS = 1_000;
const TRIES = 2;

/** How long IPv4 waits for IPv6: some name servers never answer for it. Not the other way: IPv6 may lead nowhere. */
const IPV6_MS = 500;

/**
 * A look-up for connections to public hosts. The system's own occupies a thread of four for as long as a name
 * server keeps it waiting, so that a few receivers with dead ones would hold up every other name, and
 * passwords and files with it; this one waits without a thread.
 *
 * It asks the name servers of the system for exactly the name. Search domains and the hosts file do not
 * count, and cannot lead a public name elsewhere. IPv4 comes first; who connects tries the others after it.
 * @param servers name servers to ask, `address:port`, in place of the system's.
 */
export function resolvingLookup(servers?: readonly string[]): LookupFunction {
  return (hostname, options, callback) => {
    // A new one reads anew which name servers the system has.
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    const queries = [resolver.resolve4(hostname), resolver.resolve6(hostname)] as const;
    queries[0].then(
      () => void setTimeout(() => resolver.cancel(), IPV6_MS).unref(),
      () => {},
    );
    void Promise.allSettled(queries).then(([v4, v6]) => {
      const found = [...addressesOf(v4, 4), ...addressesOf(v6, 6)];
      const [chosen] = found;
      if (chosen === undefined) {
        if (unavailable(v4) && unavailable(v6)) return systemLookup(hostname, options, callback);
        const error = new Error(`The name ${hostname} was not found.`);
        return callback(Object.assign(error, { code: "ENOTFOUND" }), []);
      }
      if (options.all) callback(null, found);
      else callback(null, chosen.address, chosen.family);
    });
  };
}

function addressesOf(answer: PromiseSettledResult<string[]>, family: 4 | 6) {
  return answer.status === "rejected" ? [] : answer.value.map((address) => ({ address, family }));
}

/** Where no name server listens, the system may know names in another way. */
function unavailable(answer: PromiseSettledResult<string[]>): boolean {
  return answer.status === "rejected" && answer.reason?.code === "ECONNREFUSED";
}
