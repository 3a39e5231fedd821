import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { nodeClient } from "@/lib/db/nodes/node-client";
import type { PlacedSchema } from "@/lib/db/nodes/placed-schema";
import { planFor } from "@/lib/db/session/planning";
import { DatabaseUnavailableError, nameFailure } from "@/lib/db/unavailable";

/** The most waiting requests for a connection. Above it the database is too slow for the load. */
const MAX_WAITING = 2_000;

/** The pause after a failed connection attempt. */
const RETRY_AFTER_MS = 250;

/** The interval at which a pool that is closing checks whether all waiting requests have a connection. */
const CLOSING_LOOK_MS = 5;

/** The most moves in a row of a node that was just found. All connections of a pool may lead to the previous node. */
const MAX_MOVES = 5;

/** The pool's message if all its connections are busy for too long. */
const ALL_BUSY = "timeout exceeded when trying to connect";

type Release = (release?: Error | boolean) => void;
type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: Release,
) => void;

/** A statement without changes, which can be lost with its connection. */
const READS = /^\s*select\b/i;

/** A statement that calls a function with changes. Such a function has a version in its name. */
const CHANGES = /\bfrom \w+_v\d+\(/i;

const isRead = (text: string) => READS.test(text) && !CHANGES.test(text);

const nothing: Release = () => {};

/**
 * A pool that fails at once if the database is away, instead of letting every caller wait. After a failed connection
 * attempt, one caller at a time tries again, and the others are refused. `lib/db/unavailable` names its errors.
 */
export class Pool extends pg.Pool {
  /** True if it is closed or closing, so that it accepts no further work. */
  isClosed = false;
  private readonly placed: PlacedSchema | null;
  private isAway = false;
  private isTrying = false;
  private failedAt = Number.NEGATIVE_INFINITY;

  /** @param placed the schema that Citus may have placed on a node; null for an address without a schema. */
  constructor(config: pg.PoolConfig, placed: PlacedSchema | null = null) {
    super(placed === null ? config : { ...config, Client: nodeClient(placed) });
    this.placed = placed;
    // The next statement fails on a lost connection too. A loss without a listener would end the process. A stopping
    // server may report the stop together with its first answer, before the caller has the connection.
    this.on("connect", (client) => client.on("error", () => {}));
    this.query = ((asked: pg.QueryConfig) => this.runAlone(asked)) as typeof this.query;
  }

  /** Runs a single statement, on a connection that then plans in the best way for it. */
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
      // It is a transaction by itself: its changes may be committed.
      throw this.nameFailure(error, client, isAsked && !isRead(asked.text));
    } finally {
      client.off("error", lost);
      client.release(failure);
    }
  }

  /**
   * Names an error as `lib/db/unavailable` does. If the cluster has moved the schema, the next connection goes to its
   * new node.
   */
  nameFailure(error: unknown, client: pg.PoolClient, mayBeCommitted: boolean): unknown {
    return nameFailure(this.placed?.noteFailure(error, client) ?? error, mayBeCommitted);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const connecting = this.tryToConnect();
    if (!callback) return connecting;
    connecting.then(
      (client) => callback(undefined, client, client.release.bind(client)),
      (error: Error) => callback(error, undefined, nothing),
    );
    return undefined;
  }

  /**
   * Serves the requests that wait for a connection, and closes. The library would let them wait until they give up.
   */
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
