import { cachedTable } from "@/lib/db/cached-table";

export type Network = { network: string; networkCode: string };

/** The networks by the prefix their numbers were first issued with. */
export const loadNetworks = cachedTable<ReadonlyMap<string, Network>>(async (db) => {
  const rows = await db.prisma.networkPrefix.findMany();
  return new Map(rows.map(({ prefix, ...network }) => [prefix, network]));
});

/** The network of a number by its longest known prefix; null where there is none. */
export function networkOf(networks: ReadonlyMap<string, Network>, msisdn: string): Network | null {
  for (let length = Math.min(msisdn.length, 7); length > 1; length--) {
    const network = networks.get(msisdn.slice(0, length));
    if (network) return network;
  }
  return null;
}
