import { prepared, type Sql, sql } from "@/lib/db/sql";

// Every process reads these tables every few seconds. A process that does only that needs no database client.

/** A prefix of numbers, and the network that first issued them. */
export type PrefixRow = { prefix: string; network: string; networkCode: string };

export function prefixesStatement(): Sql {
  return prepared(
    "network-prefixes",
    sql`select prefix, network, network_code as "networkCode" from network_prefixes order by prefix`,
  );
}

/** The name of a network, by its operator code. */
export type NetworkRow = { code: string; name: string };

export function networksStatement(): Sql {
  return prepared("networks", sql`select code, name from networks order by code`);
}
