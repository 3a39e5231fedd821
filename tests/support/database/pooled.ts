import { onTestFinished, vi } from "vitest";
import { Pool } from "@/lib/db/pool";

/** The use of connections from the process's pools. */
export type PoolUse = {
  /** The number of connections taken so far. */
  taken: number;
  /** The number of connections in use now, and the maximum. */
  inUse: number;
  most: number;
};

/** Counts the pooled connections that are taken from now on, until the test ends. */
export function countPooled(): PoolUse {
  const counts: PoolUse = { taken: 0, inUse: 0, most: 0 };
  const original = Pool.prototype.connect as (this: Pool) => Promise<import("pg").PoolClient>;
  const counted = async function (this: Pool) {
    const client = await original.call(this);
    counts.taken++;
    counts.inUse++;
    counts.most = Math.max(counts.most, counts.inUse);
    const { release } = client;
    client.release = (error) => {
      client.release = release;
      counts.inUse--;
      release.call(client, error);
    };
    return client;
  };
  const spy = vi
    .spyOn(Pool.prototype, "connect")
    .mockImplementation(counted as typeof Pool.prototype.connect);
  onTestFinished(() => spy.mockRestore());
  return counts;
}
