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

/** The longest time for an answer of a server that may be gone without a word. */
const ANSWER_MS = 40_000;
const FOR_EVER = 0;

/** The longest time that reads may see a node's rows after a move. */
const LOOK_EVERY_MS = 1_000;

/** The SQLSTATE of a feature that is not supported: Citus refuses most statements about tables that it knows. */
const REFUSED_BY_CITUS = "0A000";

/** The address of a node in the cluster. */
type Node = { host: string; port: number };

/**
 * The node of a schema that Citus may have placed (rules: cells on nodes): found when a connection first needs it, and again after the
 * cluster has moved the schema.
 */
export class PlacedSchema {
  /** Counts how often the node was found. */
  private version = 0;
  /** The version that each connection was opened for. */
  private readonly versions = new WeakMap<object, number>();
  private readonly looked = new WeakSet<object>();
  private lookAt = 0;
  private found: Promise<Node | null> | undefined;
  /** Whether Citus has placed the schema; null before that is known. */
  private isPlaced: boolean | null = null;
  private readonly url: string;
  private readonly schema: string;

  /** @param url the address of the schema, as the coordinator has it. */
  constructor(url: string) {
    this.url = url;
    this.schema = readAddress(url).schema ?? "";
  }

  /** Returns the node that a new connection is to go to; null if the schema is on none, and the address itself has it. */
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

  /** Has the node looked up again. A schema that is on none stays at its address. */
  forget(): void {
    if (this.isPlaced === false) return;
    this.found = undefined;
    this.version++;
  }

  /** The session options that a connection to a node has besides its own. */
  get nodeOptions(): string {
    return `-c search_path=${viewsOf(this.schema)},${this.schema} -c citus.enable_manual_changes_to_shards=on`;
  }

  /**
   * Returns whether a connection leads to the schema's node and its views. A look at each new connection, and at one each second,
   * asks the node: it keeps the shards for some time after a move. If they are gone, the node is looked up again.
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
   * Finds the node again, and makes its views, if an error of a connection says that the cluster has moved the schema or that
   * a statement has met a table without its view, as after a new table has replaced another.
   * @returns the error, as that of a move: nothing of the statement was done.
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

/** Makes the views that a placed schema lacks on its node. @returns the node; null if the schema is on none. */
export async function makeViews(url: string): Promise<Node | null> {
  const node = await nodeOf(url);
  if (node) await withClient(atNode(url, node), (client) => openNode(client, readAddress(url).schema ?? ""));
  return node;
}

/**
 * Returns the address at which a session of its own reads a schema, and the statement that it begins with. For a placed schema
 * these are the node's; empty otherwise.
 */
export async function addressToRead(url: string): Promise<{ url: string; begin: string }> {
  const node = await makeViews(url);
  const { schema = "" } = readAddress(url);
  if (node === null) return { url, begin: "" };
  return { url: atNode(url, node), begin: `set search_path = ${viewsOf(schema)}, ${schema}` };
}

/** Whether a connection's node has the shards behind some views. A connection that is lost leads nowhere. */
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
 * for its end. The views are made again when a connection next needs them. A schema on no node has none.
 */
export async function withoutViews<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  const node = await nodeOf(url);
  if (node === null) return work();
  const drop = async (client: pg.Client) => {
    // The session has the lock until it ends.
    await client.query(KEEP_VIEWS_AWAY);
    const address = readAddress(url);
    await client.query(dropViewsText(viewsOf(address.schema ?? ""), applicationName(address)));
    return work();
  };
  return withClient(atNode(url, node), drop, FOR_EVER);
}

/** Returns the node of the schema that an address names; null if it names none, or one that is on no node. */
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

/** The address of a database on another server of its cluster. */
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
