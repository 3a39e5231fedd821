import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { addCarrier } from "@/lib/carriers/setup/carrier-rows";
import { openDatabase } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrations/migrate";
import { keptFile, randomSecret } from "@/server/base/kept-file";
import { type EmbeddedPostgres, startPostgres } from "@/server/postgres/embedded-postgres";
import { runCommandFile } from "@/tests/support/commands/commands";
import { quickFolder } from "@/tests/support/server/quick-folder";

describe("a command without the server's DATA_DIR", () => {
  const empty = mkdtempSync(path.join(tmpdir(), "gateway-empty-"));
  afterAll(() => rmSync(empty, { recursive: true }));

  test.each([
    ["carrier", ["list"]],
    ["carrier", ["test", "--name", "north", "--to", "64211234567", "--sender", "2277"]],
    ["account", ["list"]],
    ["webhooks", ["show", "--email", "ops@example.co.nz"]],
    ["portability", ["show"]],
    ["integration", ["test", "crm-b"]],
    ["audit-books", []],
    ["migrate", []],
  ])("refuses %s %j, and creates no database", async (name, args) => {
    const dataDir = path.join(empty, "data");
    const { code, out, err } = await runCommandFile(name, args, { DATA_DIR: dataDir });
    expect([code, out, err]).toEqual([
      1,
      "",
      `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL to the server's value, or start the server first.\n`,
    ]);
    expect(existsSync(dataDir)).toBe(false);
    expect(readdirSync(empty)).toEqual([]);
  });
});

describe("a command beside a server with an embedded database", () => {
  const dataDir = quickFolder("gateway-embedded-");
  let postgres: EmbeddedPostgres;
  beforeAll(async () => {
    postgres = await startPostgres({ dataDir, settings: { fsync: "off" } });
    await migrate(postgres.url());
    const authSecret = keptFile(dataDir, "auth-secret", randomSecret);
    const db = openDatabase(postgres.url(), 1);
    const given = { host: "127.0.0.1", systemId: "gateway", password: "hush", tps: 10 };
    await addCarrier(db, { name: "north", kind: "smpp", given }, { authSecret, hasServer: true });
    await db.close();
  });
  afterAll(async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const carrier = (args: string[], input?: string) =>
    runCommandFile("carrier", args, { DATA_DIR: dataDir }, input);

  it("names the database, changes a setting and removes a network", async () => {
    const database = `embedded in ${dataDir}`;
    const set = ["set", "--name", "north", "--setting"];
    expect(await carrier([...set, "tps", "--value", "50"])).toMatchObject({ code: 0, err: "", database });
    const secret = await carrier([...set, "password"], "1234\n");
    expect(JSON.parse(secret.out)).toEqual({ name: "north", changed: ["password"] });
    const shown = await carrier([...set, "password", "--value", "1234"]);
    expect(shown).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^password is a secret: omit --value/),
    });
    const listed = await carrier(["list"]);
    expect(JSON.parse(listed.out)).toMatchObject([{ name: "north", settings: { tps: 50 } }]);
    expect(listed.out).not.toMatch(/hush|1234/);
    const removed = await carrier(["remove", "--name", "north"]);
    expect(removed).toMatchObject({ code: 0, err: "", database });
    expect(JSON.parse((await carrier(["list"])).out)).toEqual([]);
  });
});
