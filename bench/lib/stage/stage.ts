import { Outside } from "@/bench/lib/outside/outside";
import {
  type DatabaseServer,
  dataFolder,
  makeDatabase,
  openDatabaseServer,
} from "@/bench/lib/stage/databases";
import { addCarrier } from "@/lib/carriers/setup/carrier-rows";
import { replaceRoutes } from "@/lib/carriers/setup/route-rows";
import { type Database, openDatabase } from "@/lib/db/client";
import { onShutdown } from "@/lib/shutdown";
import { randomSecret } from "@/server/base/kept-file";

/**
 * The parts of a run, which end with it: a database, a network, a receiver of webhooks, and a folder on the
 * disk.
 */
export type Stage = {
  folder: string;
  databases: DatabaseServer;
  /** The gateway's database. */
  url: string;
  db: Database;
  outside: Outside;
  authSecret: string;
};

/**
 * The database of a run: an existing server's address, or an embedded one; `profile` is the folder of a
 * profile.
 */
export type StageOptions = { database?: string; profile?: string };

/** Opens the stage of a run. */
export async function openStage({ database = "", profile = "" }: StageOptions = {}): Promise<Stage> {
  const folder = dataFolder("bench-run-");
  const databases = await openDatabaseServer(database, profile !== "");
  const url = await makeDatabase(databases);
  const db = openDatabase(url, 8);
  onShutdown("work", () => db.close());
  return { folder, databases, url, db, outside: await Outside.start(), authSecret: randomSecret() };
}

/** The senders of messages that the benchmark sends. */
export const SENDERS = ["552", "2190"];

/** Adds a network with these settings, and a route to it alone. @returns its number. */
export async function addNetwork(
  { db, authSecret, outside }: Stage,
  name: string,
  given: Record<string, unknown>,
): Promise<number> {
  const isHttp = given.preset !== undefined;
  const login = { host: "127.0.0.1", port: outside.ports.smpp, systemId: "bench", password: "bench" };
  const whole = isHttp ? given : { ...login, tps: 10_000, ...given };
  const kind = isHttp ? "http" : "smpp";
  const { id } = await addCarrier(db, { name, kind, given: whole }, { authSecret, hasServer: true });
  const routes = { senders: { [name]: SENDERS }, routes: [{ targets: [{ carrier: name }] }] };
  await db.transaction((tx) => replaceRoutes(tx, routes));
  return id;
}
