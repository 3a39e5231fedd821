import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import pg from "pg";
import { afterEach, describe, expect, inject, it } from "vitest";
import { checkServer, lostSetting, sharing, unfitness } from "@/lib/db/migrations/check-server";
import { SESSION_SETTINGS } from "@/lib/db/session/settings";
import { databaseUrl } from "@/tests/support/database/admin";
import { byTcp } from "@/tests/support/database/by-socket";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase();

/** The description of a suitable server. */
const FIT = {
  product: "PostgreSQL 18.1 on x86_64-pc-linux-gnu",
  version: "18.1",
  major: 18,
  encoding: "UTF8",
  is_standby: false,
  is_read_only: false,
  citus: null,
};

function url(database = new URL(process.env.DATABASE_URL as string).pathname.slice(1)): string {
  return databaseUrl(inject("adminUrl"), database);
}

async function inDatabase(connectionString: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(text);
  await client.end();
}

const asAdministrator = (text: string) => inDatabase(inject("adminUrl"), text);

/** Returns a name that no other run has. */
const ownName = () => `check_${process.pid}_${Date.now()}`;

/** The part of Citus's catalog that is read: the coordinator, a node, and one that is away. */
const CITUS_CATALOG = `
  set allow_system_table_mods = on;
  create type pg_catalog.noderole as enum ('primary', 'secondary', 'unavailable');
  create table pg_catalog.pg_dist_node (nodename text, isactive boolean, noderole noderole);
  insert into pg_catalog.pg_dist_node values ('a', true, 'primary'), ('b', true, 'primary'), ('c', false, 'primary');
  create table pg_catalog.pg_dist_partition (logicalrelid regclass);
  insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
  values (99999, 'citus', 10, 11, false, '13.0-1')`;

/** Citus's note of a schema that it has placed on a node. */
const PLACED_SCHEMA = `
  set allow_system_table_mods = on;
  create table pg_catalog.pg_dist_schema (schemaid oid);
  insert into pg_catalog.pg_dist_schema values ('cell_2'::regnamespace)`;

describe("a database server", () => {
  it("is named with its version", async () => {
    expect(await checkServer(url())).toMatch(/^PostgreSQL \d+\.\d+$/);
  });

  it("is refused where it cannot run the service, by what is in the way", () => {
    expect(unfitness(FIT)).toBeNull();
    const refused = [
      { version: "13.14 (Debian 13.14-1)", major: 13 },
      { encoding: "SQL_ASCII" },
      { is_standby: true },
      { is_read_only: true },
    ].map((row) => unfitness({ ...FIT, ...row }));
    expect(refused).toEqual([
      "runs on PostgreSQL 13.14 (Debian 13.14-1). Version 14 or newer is needed.",
      "is encoded in SQL_ASCII. Create it with encoding 'UTF8' and template template0.",
      "is a standby, which accepts no writes. Name the primary in DATABASE_URL.",
      "accepts no writes: default_transaction_read_only is on for it or for its role.",
    ]);
  });

  it("is refused by the name of the product, where that is not PostgreSQL", () => {
    const refused = [
      "CockroachDB CCL v24.3.1 (x86_64-pc-linux-gnu)",
      "PostgreSQL 15.2-YB-2.25.0.0-b0 on x86_64-pc-linux-gnu",
      "PostgreSQL 12.12 (Greenplum Database 7.1.0) on x86_64-pc-linux-gnu",
    ].map((product) => unfitness({ ...FIT, product }));
    expect(refused).toEqual(
      ["CockroachDB", "YugabyteDB", "Greenplum"].map(
        (name) => `runs on ${name}, which is not PostgreSQL and was never tried.`,
      ),
    );
  });

  it("is named with its nodes, and refused if tables of the service are divided over them", async () => {
    const name = ownName();
    await asAdministrator(`create database ${name}`);
    try {
      await inDatabase(url(name), CITUS_CATALOG);
      await expect(checkServer(url(name))).resolves.toMatch(
        /^PostgreSQL \d+\.\d+ with Citus 13\.0-1 \(2 nodes\)$/,
      );
      const distribute = "create table sent (); insert into pg_dist_partition values ('sent'::regclass)";
      await inDatabase(url(name), distribute);
      await expect(checkServer(url(name))).rejects.toThrow(
        /has tables of the service that are divided over a Citus cluster\./,
      );
      await inDatabase(url(name), "create schema cell_2; create table cell_2.sent ()");
      await inDatabase(url(name), "insert into pg_dist_partition values ('cell_2.sent'::regclass)");
      const schema = `${url(name)}${url(name).includes("?") ? "&" : "?"}schema=cell_2`;
      await expect(checkServer(schema)).rejects.toThrow("divided over a Citus cluster");
      await inDatabase(url(name), PLACED_SCHEMA);
      await expect(checkServer(schema)).resolves.toMatch(/ with Citus 13\.0-1 \(2 nodes\)$/);
    } finally {
      await asAdministrator(`drop database ${name} with (force)`);
    }
  });

  it("is refused by the name of the database, where that has another encoding", async () => {
    const name = ownName();
    await asAdministrator(`create database ${name} template template0 encoding 'SQL_ASCII' locale 'C'
      locale_provider libc`);
    try {
      const refused = new RegExp(`^The database ${name} at 127.0.0.1:\\d+ is encoded in SQL_ASCII`);
      await expect(checkServer(url(name))).rejects.toThrow(refused);
    } finally {
      await asAdministrator(`drop database ${name} with (force)`);
    }
  });
});

describe("a pooler before it", () => {
  let pooler: Server | undefined;
  afterEach(() => pooler?.close());

  /** Listens in place of the database, and returns the address. */
  async function listen(answer: (client: Socket) => void): Promise<string> {
    pooler = createServer((client) => {
      client.on("error", () => {});
      answer(client);
    });
    pooler.listen(0, "127.0.0.1");
    await once(pooler, "listening");
    const address = byTcp(url());
    address.port = String((pooler.address() as { port: number }).port);
    return address.href;
  }

  it("is refused where it drops a session's settings", async () => {
    const database = byTcp(url());
    const address = await listen((client) => {
      const server = connect(Number(database.port), database.hostname);
      server.on("error", () => client.destroy());
      client.once("data", (startup) => {
        server.write(withoutOptions(startup));
        client.pipe(server).pipe(client);
      });
    });
    await expect(checkServer(address)).rejects.toThrow(
      "is behind a pooler that drops a session's settings: enable_bitmapscan is on instead of off. Connect directly",
    );
  });

  it("is refused where its server connection is older than the role's settings", async () => {
    const role = "pooled_sender";
    const database = byTcp(url());
    await asAdministrator(`create role ${role} login superuser password 'pooled'`);
    const old = new pg.Client({
      connectionString: Object.assign(new URL(database.href), { username: role, password: "pooled" }).href,
    });
    await old.connect();
    for (const [name, value] of Object.entries(SESSION_SETTINGS))
      await asAdministrator(`alter role ${role} set ${name} = '${value}'`);
    await expect(lostSetting(old, SESSION_SETTINGS)).resolves.toBe(
      "is behind a pooler that uses an old connection: enable_bitmapscan is on instead of off, although the role has the setting. Make the pooler open new server connections, as with RECONNECT in the console of PgBouncer.",
    );
    await old.end();
    await asAdministrator(`drop role ${role}`);
  });

  it("is refused where it takes no settings at all, in its own words", async () => {
    const address = await listen((client) => {
      const fields = Buffer.from("SFATAL\0C08P01\0Munsupported startup parameter: options\0\0");
      const head = Buffer.from("E....");
      head.writeInt32BE(fields.length + 4, 1);
      client.once("data", () => client.end(Buffer.concat([head, fields])));
    });
    const refusal = expect(checkServer(address)).rejects;
    await refusal.toThrow(
      / is behind a pooler that refuses a session's settings \(unsupported startup parameter: /,
    );
  });

  it("is refused where it shares sessions between connections, be it now and then", async () => {
    const asked = (...pids: number[]) =>
      ({ query: async () => ({ rows: [{ pid: pids.shift() }] }) }) as never;
    expect(await sharing(asked(1, 1, 1), asked(2, 2, 2))).toBeNull();
    expect(await sharing(asked(1, 1, 2), asked(2, 2, 2))).toContain("Set its pool mode to session");
  });
});

/** Returns a start-up message of PostgreSQL's protocol without its `options`. */
function withoutOptions(startup: Buffer): Buffer {
  const texts = startup.subarray(8, -1).toString().split("\0").slice(0, -1);
  const kept = texts.flatMap((name, at) =>
    at % 2 === 0 && name !== "options" ? [name, texts[at + 1] as string] : [],
  );
  const body = Buffer.from(`${kept.map((text) => `${text}\0`).join("")}\0`);
  const head = Buffer.from(startup.subarray(0, 8));
  head.writeInt32BE(body.length + head.length);
  return Buffer.concat([head, body]);
}
