import pg from "pg";
import { applicationName, readAddress } from "@/lib/database-address";
import {
  CELL_MOVED,
  dropViewsText,
  KEEP_VIEWS_AWAY,
  KNOWS_PLACED,
  NODES_OF_SCHEMA,
  viewsOf,
} from "@/lib/db/nodes/node.sql";
import { openNode } from "@/lib/db/nodes/open-node";
import { plainOpening } from "@/lib/db/session/settings";

const CONNECT_MS = 10_000;

/** The longest wait for a server that may have gone silent. */
const ANSWER_MS = 40_000;
const FOR_EVER = 0;

/** The longest time that reads may see a node's rows after a move. */
const LOOK_EVERY_MS = 1_000;

/** The SQLSTATE of a feature that is not supported: Citus refuses most statements about tables that it knows. */
const REFUSED_BY_CITUS = "0A000";

/** The address of a node in the cluster. */
type Node = { host: string; port: number };

/**
 * The node of a schema that Citus may have placed (rules: cells on nodes). It is looked up when a connection first
 * needs it, and again after the cluster has moved the schema.
 */
export class PlacedSchema {
  /** The number of look-ups. */
  private version = 0;
  /** The version for which each connection was opened. */
  private readonly versions = new WeakMap<object, number>();
  private readonly looked = new WeakSet<object>();
  private lookAt = 0;
  private found: Promise<Node | null> | undefined;
  /** True if Citus has placed the schema; null before that is known. */
  private isPlaced: boolean | null = null;
  private readonly url: string;
  private readonly schema: string;

  /** @param url the coordinator's address of the schema. */
  constructor(url: string) {
    this.url = url;
    this.schema = readAddress(url).schema ?? "";
  }

  /** Returns the node for a new connection; null if no node has the schema, so that the address itself has it. */
  async findFor(client: object): Promise<Node | null> {
    this.versions.set(client, this.version);
    return this.find();
  }

  private find(): Promise<Node | null> {
    this.found ??= this.look().catch((error: unknown) => {
      this.found = undefined;
      throw error;
    });
    return this.found;
  }

  /** Forgets the node, so that it is looked up again. A schema on no node stays at its address. */
  forget(): void {
    if (this.isPlaced === false) return;
    this.found = undefined;
    this.version++;
  }

  /** The session options of a connection to a node, beside its own options. */
  get nodeOptions(): string {
    return `-c search_path=${viewsOf(this.schema)},${this.schema} -c citus.enable_manual_changes_to_shards=on`;
  }

  /**
   * Returns whether a connection leads to the schema's node and its views. It asks the node for each new connection,
   * and for one connection each second, because the node keeps the shards for some time after a move. If they are
   * gone, the node is looked up again.
   */
  async leadsThere(client: pg.PoolClient): Promise<boolean> {
    if (!this.isPlaced) return true;
    if (this.isOld(client)) return false;
    if (performance.now() < this.lookAt && this.looked.has(client)) return true;
    this.lookAt = performance.now() + LOOK_EVERY_MS;
    this.looked.add(client);
    if (await isHere(client, viewsOf(this.schema))) return true;
    this.forget();
    return false;
  }

  private isOld(client: object): boolean {
    return this.versions.get(client) !== this.version;
  }

  /**
   * Looks up the node again and creates its views, if an error shows that the cluster has moved the schema. The error
   * may also show a table without its view, as after a new table has replaced another.
   * @returns the error, as that of a move: the statement had no effect.
   */
  noteFailure(error: unknown, client: object): unknown {
    const { code } = Object(error) as { code?: unknown };
    if (!this.isPlaced || (code !== CELL_MOVED && code !== REFUSED_BY_CITUS)) return error;
    if (!this.isOld(client)) this.forget();
    return Object.assign(new Error("The node lacks the schema, or a view of it.", { cause: error }), {
      code: CELL_MOVED,
    });
  }

  private async look(): Promise<Node | null> {
    const node = await makeViews(this.url);
    this.isPlaced = node !== null;
    return node;
  }
}

/**
 * Creates the missing views of a placed schema on its node.
 * @returns the node; null if no node has the schema.
 */
export async function makeViews(url: string): Promise<Node | null> {
  const node = await nodeOf(url);
  if (node) await withClient(atNode(url, node), (client) => openNode(client, readAddress(url).schema ?? ""));
  return node;
}

/**
 * Returns the address at which a separate session reads a schema, and the session's first statement. For a placed
 * schema these are the node's. Otherwise the statement is empty.
 */
export async function addressToRead(url: string): Promise<{ url: string; begin: string }> {
  const node = await makeViews(url);
  const { schema = "" } = readAddress(url);
  if (node === null) return { url, begin: "" };
  return { url: atNode(url, node), begin: `set search_path = ${viewsOf(schema)}, ${schema}` };
}

/** Returns whether a connection's node has the shards behind some views. A lost connection leads to no node. */
async function isHere(client: pg.PoolClient, views: string): Promise<boolean> {
  try {
    const { rows } = await client.query<{ here: boolean }>(`select ${views}.is_here() as here`);
    return rows[0]?.here === true;
  } catch {
    return false;
  }
}

/**
 * Does work on a placed schema that its views would prevent, such as a migration that drops a column. Requests wait
 * for its end. The views are created again when a connection next needs them. A schema on no node has no views.
 */
export async function withoutViews<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  const node = await nodeOf(url);
  if (node === null) return work();
  const drop = async (client: pg.Client) => {
    // The session holds the lock until it ends.
    await client.query(KEEP_VIEWS_AWAY);
    const address = readAddress(url);
    await client.query(dropViewsText(viewsOf(address.schema ?? ""), applicationName(address)));
    return work();
  };
  return withClient(atNode(url, node), drop, FOR_EVER);
}

/** Returns the node of the address's schema; null for an address without one, and for a schema on no node. */
async function nodeOf(url: string): Promise<Node | null> {
  const { schema } = readAddress(url);
  if (schema === undefined) return null;
  const nodes = await withClient(url, async (client) => {
    const [citus] = (await client.query<{ knows: boolean }>(KNOWS_PLACED)).rows;
    return citus?.knows ? (await client.query<Node>(NODES_OF_SCHEMA, [schema])).rows : [];
  });
  if (nodes.length > 1) throw new Error(`The schema ${schema} has tables on several nodes.`);
  return nodes[0] ?? null;
}

/** Returns the address of a database on another server of its cluster. */
function atNode(url: string, { host, port }: Node): string {
  const there = new URL(url);
  there.searchParams.delete("host");
  there.hostname = host;
  there.port = String(port);
  return there.href;
}

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
  answerMs = ANSWER_MS,
): Promise<Result> {
  const timeouts = { connectionTimeoutMillis: CONNECT_MS, query_timeout: answerMs };
  const client = new pg.Client({ ...timeouts, ...plainOpening(url) });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
