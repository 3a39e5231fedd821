import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterEach, expect, it } from "vitest";
import { canHaveSocket } from "@/server/postgres/address";
import {
  type EmbeddedPostgres,
  runningPostgresUrl,
  startPostgres,
} from "@/server/postgres/embedded-postgres";
import { readPidFile } from "@/server/postgres/orphan";
import { quickFolder } from "@/tests/support/server/quick-folder";

let folder: string;
let postgres: EmbeddedPostgres | undefined;
afterEach(async () => {
  await postgres?.stop();
  postgres = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** Where the server says that a connection comes from: null by a socket. */
async function clientAddress(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("select host(inet_client_addr()) as address");
  await client.end();
  return rows[0].address;
}

function byTcp(url: string): string {
  return url.replace(/@[^:]+:/, "@127.0.0.1:");
}

it("is reached by a socket in its folder, by commands too, and by TCP", async () => {
  folder = quickFolder("gateway-address-");
  postgres = await startPostgres({ dataDir: folder });
  expect(await clientAddress(postgres.url())).toBeNull();
  expect(await runningPostgresUrl(folder)).toBe(postgres.url());
  expect(await clientAddress(byTcp(postgres.url()))).toBe("127.0.0.1");
});

it("removes the socket that a killed server left", async () => {
  folder = quickFolder("gateway-address-");
  const cluster = path.join(folder, "postgres");
  const sockets = () => readdirSync(cluster).filter((name) => /^\.s\.PGSQL\.\d+$/.test(name));
  postgres = await startPostgres({ dataDir: folder });
  const [left] = sockets();
  const { pid } = readPidFile(cluster) as { pid: number };
  process.kill(pid, "SIGKILL");
  postgres = await startPostgres({ dataDir: folder });
  expect(await clientAddress(postgres.url())).toBeNull();
  expect(sockets()).toHaveLength(1);
  expect(sockets()).not.toEqual([left]);
});

it("is reached by TCP where the path is too long for a socket", async () => {
  const outer = quickFolder("gateway-address-");
  folder = path.join(
    outer,
    "a-name-of-thirty-two-characters-",
    "another-of-thirty-two-characters",
    "x".repeat(30),
  );
  postgres = await startPostgres({ dataDir: folder });
  expect(await canHaveSocket(path.join(folder, "postgres"))).toBe(false);
  expect(await clientAddress(postgres.url())).toBe("127.0.0.1");
  expect(await runningPostgresUrl(folder)).toBe(postgres.url());
  await postgres.stop();
  postgres = undefined;
  rmSync(outer, { recursive: true, force: true });
});
