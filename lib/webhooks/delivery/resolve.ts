import { lookup as systemLookup } from "node:dns";
import { Resolver } from "node:dns/promises";
import type { LookupFunction } from "node:net";

/** The time for a name server, doubled for its second and last try. The connection's limit also applies. */
const TIMEOUT_MS = 1_000;
const TRIES = 2;

/**
 * The time for which IPv4 waits for IPv6: some name servers never answer for IPv6. IPv6 does not wait for IPv4,
 * because it may be unreachable.
 */
const IPV6_MS = 500;

/**
 * Returns a look-up for connections to public hosts, which waits without a thread. The system's look-up occupies one
 * of four threads while a name server is silent. A few dead name servers would then delay all other names, and also
 * passwords and files.
 *
 * It asks the system's name servers for exactly the name. Search domains and the hosts file are ignored, and cannot
 * redirect a public name. IPv4 addresses come first, and the connector tries the others after them.
 * @param servers name servers to use, as `address:port`, in place of the system's.
 */
export function resolvingLookup(servers?: readonly string[]): LookupFunction {
  return (hostname, options, callback) => {
    // A new resolver reads the system's current name servers.
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

/** Returns whether no name server listens. The system may then resolve names in another way. */
function unavailable(answer: PromiseSettledResult<string[]>): boolean {
  return answer.status === "rejected" && answer.reason?.code === "ECONNREFUSED";
}
