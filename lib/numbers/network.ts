import { cachedTable } from "@/lib/db/cached-table";
import {
  type NetworkRow,
  networksStatement,
  type PrefixRow,
  prefixesStatement,
} from "@/lib/numbers/network.sql";

export type Network = { network: string; networkCode: string };

/** The networks by the prefix their numbers were first issued with, and their names by operator code. */
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

/**
 * The network a number was first issued by, by its longest known prefix (rules: networks); null where there is none.
 */
export function originalNetwork({ byPrefix }: Networks, msisdn: string): Network | null {
  for (let length = Math.min(msisdn.length, 7); length > 1; length--) {
    const network = byPrefix.get(msisdn.slice(0, length));
    if (network) return network;
  }
  return null;
}

/**
 * The network a number is with now (rules: networks): where it has been ported the network that took it over, else its
 * original one.
 * @param portedTo that network's operator code; undefined where the number has not been ported.
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
