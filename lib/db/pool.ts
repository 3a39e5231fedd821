import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { nodeClient } from "@/lib/db/nodes/node-client";
import type { PlacedSchema } from "@/lib/db/nodes/placed-schema";
import { planFor } from "@/lib/db/session/planning";
import { DatabaseUnavailableError, nameFailure } from "@/lib/db/unavailable";

/** Most requests for a connection that wait at once: beyond that the database is not keeping up. */
const MAX_WAITING = 2_000;

/** After a connection could not be made none is tried for so long. */
const RETRY_AFTER_MS = 250;

/** How often a pool that is closed looks whether all that waited have a connection. */
const CLOSING_LOOK_MS = 5;

/** How often a node that was just found may have lost the schema. All connections of a pool may lead to the one before. */
const MAX_MOVES = 5;

/** What the pool says where all its connections are busy for too long. */
const ALL_BUSY = "timeout exceeded when trying to connect";

type Release = (release?: Error | boolean) => void;
type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void;

/** A statement that changes nothing: nothing is lost with its connection. */
const READS = /^\s*select\b/i;

/** One that calls a function which changes something: these have a version in their names. */
const CHANGES = /\bfrom \w+_v\d+\(/i;

const isRead = (text: string) => READS.test(text) && !CHANGES.test(text);

const nothing: Release = () => {};

/**
 * A pool that says at once that the database is away instead of letting everybody wait. After a connection
 * could not be made, one caller at a time tries again, and the others are refused. Its errors are named by
 * `lib/db/unavailable`.
 */
export class Pool extends pg.Pool {
  /** Whether it is closed, or is being closed: it takes no further work. */
  isClosed = false;
  private readonly placed: PlacedSchema | null;
  private isAway = false;
  private isTrying = false;
  private failedAt = Number.NEGATIVE_INFINITY;

  /** @param placed the schema that Citus may have placed on a node; null for an address without a schema. */
  constructor(config: pg.PoolConfig, placed: PlacedSchema | null = null) {
    super(placed === null ? config : { ...config, Client: nodeClient(placed) });
    this.placed = placed;
    // A lost connection fails its next statement too; one that has no listener at that moment would end the process. A server
    // that stops may say so in one breath with its first answer, before whoever asked for the connection has it.
    this.on("connect", (client) => client.on("error", () => {}));
    this.query = ((asked: pg.QueryConfig) => this.runAlone(asked)) as typeof this.query;
  }

  /** Runs a statement by itself, on a connection that then plans as is best for it. */
  private async runAlone(asked: pg.QueryConfig): Promise<pg.QueryResult> {
    const client = await this.connect();
    let failure: Error | undefined;
    const lost = (error: Error) => {
      failure = error;
    };
    client.on("error", lost);
    let isAsked = false;
    try {
      await planFor(client, asked);
      isAsked = true;
      return await client.query(asked);
    } catch (error) {
      failure = error as Error;
      // It is a transaction of its own: where it changes something, it may be committed.
      throw this.nameFailure(error, client, isAsked && !isRead(asked.text));
    } finally {
      client.off("error", lost);
      client.release(failure);
    }
  }

  /** Names an error as `lib/db/unavailable` does. If the cluster has moved the schema, the next connection goes to its new node. */
  nameFailure(error: unknown, client: pg.PoolClient, mayBeCommitted: boolean): unknown {
    return nameFailure(this.placed?.noteFailure(error, client) ?? error, mayBeCommitted);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const connecting = this.tryToConnect();
    if (!callback) return connecting;
    connecting.then(
      (client) => callback(undefined, client, client.release.bind(client)),
      (error: Error) => callback(error, undefined, nothing),
    );
    return undefined;
  }

  /** Does what waits for a connection, and closes. The library would leave that without one until it gives up. */
  override async end(): Promise<void> {
    this.isClosed = true;
    while (this.waitingCount > 0) await sleep(CLOSING_LOOK_MS);
    await super.end();
  }

  private async tryToConnect(): Promise<pg.PoolClient> {
    if (this.isClosed) throw new DatabaseUnavailableError(new Error("The database was closed."));
    const since = performance.now() - this.failedAt;
    const isRefused = this.isAway && this.idleCount === 0 && (this.isTrying || since < RETRY_AFTER_MS);
    if (isRefused) throw new DatabaseUnavailableError(new Error("No connection could be made a moment ago."));
    if (this.waitingCount >= MAX_WAITING)
      throw new DatabaseUnavailableError(new Error("Too many wait for a connection."));
    const isTry = this.isAway;
    if (isTry) this.isTrying = true;
    try {
      const client = await this.connectThere();
      this.isAway = false;
      return client;
    } catch (error) {
      if ((error as Error).message !== ALL_BUSY && !this.isClosed) {
        this.isAway = true;
        this.failedAt = performance.now();
        this.placed?.forget();
      }
      throw new DatabaseUnavailableError(error);
    } finally {
      if (isTry) this.isTrying = false;
    }
  }

  /** Returns a connection that leads to the schema's tables. The cluster may have moved them since it was opened. */
  private async connectThere(): Promise<pg.PoolClient> {
    const { placed } = this;
    for (let tries = 1; ; tries++) {
      const client = await super.connect();
      if (placed === null || (await placed.leadsThere(client))) return client;
      client.release(true);
      if (tries > this.options.max + MAX_MOVES) throw new Error("No node of the cluster has the schema.");
    }
  }
}
