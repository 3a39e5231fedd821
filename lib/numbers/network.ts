import { cachedTable } from "@/lib/db/cached-table";
import {
  type NetworkRow,
  networksStatement,
  type PrefixRow,
  prefixesStatement,
} from "@/lib/numbers/network.sql";

export type Network = { network: string; networkCode: string };

/** The networks by the prefix of the numbers that they first issued, and their names by operator code. */
export type Networks = {
  byPrefix: ReadonlyMap<string, Network>;
  names: ReadonlyMap<string, string>;
};

export const loadNetworks = cachedTable<Networks>(async (db) => {
  const [prefixes, networks] = await Promise.all([
    db.query<PrefixRow>(prefixesStatement()),
    db.query<NetworkRow>(networksStatement()),
  ]);
  return {
    byPrefix: new Map(prefixes.map(({ prefix, ...network }) => [prefix, network])),
    names: new Map(networks.map(({ code, name }) => [code, name])),
  };
});

/** Returns the network that first issued a number, found by the longest known prefix (rules: networks), or null. */
export function originalNetwork({ byPrefix }: Networks, msisdn: string): Network | null {
  for (let length = Math.min(msisdn.length, 7); length > 1; length--) {
    const network = byPrefix.get(msisdn.slice(0, length));
    if (network) return network;
  }
  return null;
}

/**
 * Returns a number's current network (rules: networks): the one that took it over if it was ported, otherwise the
 * original one.
 * @param portedTo the operator code of the current network; undefined if the number was not ported.
 */
export function currentNetwork(
  networks: Networks,
  msisdn: string,
  portedTo: string | undefined,
): (Network & { ported: boolean }) | null {
  const original = originalNetwork(networks, msisdn);
  if (portedTo === undefined || portedTo === original?.networkCode) {
    return original && { network: original.network, networkCode: original.networkCode, ported: false };
  }
  return { network: networks.names.get(portedTo) ?? portedTo, networkCode: portedTo, ported: true };
}
