import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pino from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { applyAtStart } from "@/lib/carriers/document/apply-at-start";
import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import { setLog } from "@/lib/log";
import { readRefusal } from "@/lib/messages/networks/list-networks";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";

useTestDatabase({ each: true });

const SETTINGS = { host: "127.0.0.1", systemId: "gateway", password: { env: "NETWORKS_TEST_PASSWORD" } };
const document = (tps: number) =>
  JSON.stringify({ carriers: { north: { kind: "smpp", settings: { ...SETTINGS, tps }, senders: ["552"] } } });

const started = (networks?: string, networksFile?: string) =>
  applyAtStart(db(), { networks, networksFile }, { authSecret: TEST_SECRET, hasServer: true, now: now() });

const names = async () => (await db().prisma.carrier.findMany()).map(({ name }) => name);

let lines: { level: string; reason?: string; carrier?: string; change?: string }[];
beforeEach(() => {
  lines = [];
  const formatters = { level: (level: string) => ({ level }) };
  const write = (line: string) => {
    // Ignore failures of an earlier test file in this process: its database was deleted.
    if (!line.includes("the database is away")) lines.push(JSON.parse(line));
  };
  setLog(pino({ formatters }, { write }));
  process.env.NETWORKS_TEST_PASSWORD = "hush-hush";
});
afterEach(() => {
  setLog(undefined);
  delete process.env.NETWORKS_TEST_PASSWORD;
});

it("applies a document and logs each change, without a secret; the next start changes nothing", async () => {
  await started(document(10));
  expect(await names()).toEqual(["north"]);
  expect(lines).toMatchObject([
    { level: "info", carrier: "north", change: "added" },
    { level: "info", carrier: "north", change: "its senders changed" },
  ]);
  expect(JSON.stringify(lines)).not.toContain("hush");
  await started(document(10));
  expect(lines.slice(2)).toMatchObject([{ msg: "the networks match their document" }]);
});

it("refuses to start with a wrong document while there is no network", async () => {
  await expect(started(document(0))).rejects.toThrow("carriers.north.settings.tps");
  await expect(started(undefined, "/nowhere/networks.json")).rejects.toThrow("cannot be read");
  expect(await names()).toEqual([]);
});

it("goes on with the networks that there are, says why in the log and under Networks, until one is applied", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "gateway-networks-"));
  const file = path.join(folder, "networks.json");
  writeFileSync(file, document(10));
  await started(undefined, file);
  expect(await readRefusal(db())).toBeNull();
  delete process.env.NETWORKS_TEST_PASSWORD;
  await started(undefined, file);
  const problem = "carriers.north.settings.password: the variable NETWORKS_TEST_PASSWORD is not set.";
  expect(await readRefusal(db())).toEqual({ at: expect.stringMatching(/^\d{4}-/), problem });
  expect(lines.at(-1)).toMatchObject({ level: "error", reason: problem });
  expect(await names()).toEqual(["north"]);
  process.env.NETWORKS_TEST_PASSWORD = "hush-hush";
  await started(undefined, file);
  expect(await readRefusal(db())).toBeNull();
  rmSync(folder, { recursive: true });
});
