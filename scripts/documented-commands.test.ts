import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { findAccountId } from "@/lib/accounts/find-account";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { runCommandFile, runCommandHere } from "@/tests/support/commands/commands";
import { runShell } from "@/tests/support/commands/shell";
import { createDatabase, databaseUrl, dropDatabase } from "@/tests/support/database/admin";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { testIntegration } from "@/tests/support/integration";
import { blockLines, blocks } from "@/tests/support/pages";
import { FaultyProvider } from "@/tests/support/provider/provider";
import { FaultySmsc } from "@/tests/support/smsc/smsc";
import { event } from "@/tests/support/webhooks/webhook-event";

useTestDatabase();
// Some commands are processes of their own, which lasts a second, or several on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const SHOP = "shop@example.co.nz";
const folder = mkdtempSync(path.join(tmpdir(), "gateway-documented-"));
const target = `documented_${newId().replaceAll("-", "")}`;

const COMMANDS = blockLines("sh");
const ran = new Set<string>();
let shopId: number;

/** Returns the arguments of a command as a shell splits them. */
async function argumentsOf(command: string): Promise<string[]> {
  if (!command.includes(" -- ")) return [];
  const { code, out, err } = await runShell(command.replace(/^npm run [\w-]+ --/, "printf '%s\\0'"));
  expect([code, err]).toEqual([0, ""]);
  return out.split("\0").slice(0, -1);
}

/**
 * Runs every line of the pages with this beginning as it is written, with its placeholders filled in. The first runs
 * in a process of its own, the others in this one.
 */
async function runAll(
  beginning: string,
  settings: Record<string, string> = {},
  place = (text: string) => text,
) {
  const printed: unknown[] = [];
  for (const line of COMMANDS.filter((one) => `${one} `.startsWith(`${beginning} `))) {
    const start = [...ran].some((one) => `${one} `.startsWith(`${beginning} `))
      ? runCommandHere
      : runCommandFile;
    ran.add(line);
    const [, name = ""] = /^npm run ([\w-]+)/.exec(line) ?? [];
    const { DATABASE_URL = "" } = process.env;
    const own = { DATABASE_URL, DATA_DIR: path.join(folder, "data"), AUTH_SECRET: TEST_SECRET, ...settings };
    const { code, out, err } = await start(name, await argumentsOf(place(line)), own, "a long password\n");
    expect([code, line, err]).toEqual([0, line, expect.not.stringContaining("Error")]);
    printed.push(out.startsWith("curl") ? out : JSON.parse(out));
  }
  return printed;
}

let accounts: unknown[];

beforeAll(async () => {
  await createDatabase(inject("adminUrl"), target);
  accounts = await runAll("npm run account");
  shopId = await findAccountId(db(), SHOP);
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await dropDatabase(inject("adminUrl"), target);
});

it("of accounts create two, and do what they say with one", () => {
  expect(accounts.slice(0, 3)).toEqual([
    { accountId: expect.any(Number), email: "ops@example.co.nz", balance: "0.00" },
    { accountId: shopId, email: SHOP, balance: "100.00" },
    { accountId: shopId, balance: "150.00" },
  ]);
  expect(accounts.at(-1)).toMatchObject([{ isAdmin: true }, { email: SHOP, unicodeEnabled: true }]);
});

it("of audits look at all books, or at those of some days", async () => {
  expect(await runAll("npm run audit-books")).toEqual(Array(2).fill({ agrees: true, findings: [] }));
});

it("of webhooks find a delivery, and have it sent again", async () => {
  const createdAt = new Date("2026-11-21T00:00:00Z");
  const endpoint = { kind: "report" as const, url: "https://example.co.nz/", registeredAt: createdAt };
  await db().prisma.webhookEndpoint.create({
    data: { accountId: shopId, ...endpoint, failingSince: createdAt, pausedAt: createdAt },
  });
  const id = await event(shopId, { kind: "report", state: "failed", createdAt });
  const printed = await runAll("npm run webhooks", {}, (line) => line.replace(/\S+…/, id));
  expect(printed).toMatchObject([
    { secret: expect.stringMatching(/^whsec_/) },
    { delivery_report_url: endpoint.url, signed: true, latest: [{ id }] },
    { resent: expect.anything() },
    { replayed: expect.any(Number) },
    { resumed: expect.anything() },
  ]);
});

it("of integrations print a command", async () => {
  await testIntegration({ accountId: shopId }, "automation");
  expect(await runAll("npm run integration")).toEqual([expect.stringContaining("/automation/webhook.php")]);
});

it("of ported numbers load a file, change them and count them", async () => {
  const changes = path.join(folder, "changes.csv");
  writeFileSync(changes, "msisdn,network_code,ported_at\n64211234567,53005,2026-11-01 09:00:00\n");
  const printed = await runAll("npm run portability", {}, (line) => line.replace("changes.csv", changes));
  expect(printed).toHaveLength(3);
  expect(printed.at(-1)).toEqual({
    numbers: await db().prisma.portedNumber.count(),
    newestPortedAt: expect.any(String),
  });
});

it("of carriers connect one, send a message by it, drain it and remove it", async () => {
  const smsc = await FaultySmsc.start();
  smsc.script = (pdu, link) => {
    if (pdu.command !== "submit_sm") return undefined;
    link.answer(pdu);
    void link.deliver({ esmClass: 4, shortMessage: Buffer.from("id:1 stat:DELIVRD") });
    return "silence";
  };
  const file = path.join(folder, "north.json");
  const login = { systemId: "gateway", password: "secret" };
  writeFileSync(file, JSON.stringify({ host: "127.0.0.1", port: smsc.port, ...login, tps: 20 }));
  const provider = await FaultyProvider.start();
  const kannel = path.join(folder, "kannel.json");
  const [published = ""] = blocks("json").filter((block) => block.includes('"kannel"'));
  writeFileSync(kannel, JSON.stringify({ ...JSON.parse(published), url: `${provider.url}/cgi-bin/sendsms` }));
  const targets = (...names: string[]) => names.map((carrier, tier) => ({ carrier, tier }));
  const led = blocks("json").find((block) => block.includes('"kannel": ["2190"')) ?? "";
  const routes = [
    JSON.parse(led),
    { senders: { north: ["2190"] }, routes: [{ targets: targets("north", "simulator") }] },
    { senders: {}, routes: [{ targets: targets("simulator") }] },
  ].map((contents, index) => {
    writeFileSync(path.join(folder, `routes-${index}.json`), JSON.stringify(contents));
    return path.join(folder, `routes-${index}.json`);
  });
  const networks = path.join(folder, "networks.json");
  writeFileSync(networks, blocks("json").find((block) => block.includes('"carriers"')) ?? "");
  const printed = await runAll("npm run carrier", { NORTH_PASSWORD: "secret" }, (line) =>
    line
      .replace("networks.json", networks)
      .replace("north.json", file)
      .replace("kannel.json", kannel)
      .replace("routes.json", () => routes.shift() ?? ""),
  );
  await smsc.stop();
  await provider.stop();
  const [{ query } = { query: new URLSearchParams() }] = provider.requests;
  expect(Object.fromEntries(query)).toMatchObject({ to: "64211234567", username: "gateway", from: "2190" });
  expect(printed).toMatchObject([
    { name: "north", kind: "smpp" },
    [{ name: "north", settings: { systemId: "gateway" }, links: [] }],
    {
      isUp: true,
      outcome: "accepted",
      references: ["1"],
      report: null,
      note: expect.stringMatching(/^No server holds links/),
    },
    { name: "kannel", kind: "http", addresses: { inbound: inboundAddress() } },
    { isUp: true, outcome: "accepted", references: [expect.any(String)], report: null },
    { routes: 1 },
    { routes: 1 },
    { senders: { north: ["2190"] }, routes: [{ targets: [{ carrier: "north" }, { carrier: "simulator" }] }] },
    { route: 1, carrier: "north", network: expect.any(String) },
    { prefix: "64900", isException: false },
    { prefix: "649001", isException: true },
    [{ prefix: "64900" }, { prefix: "649001" }],
    { prefix: "649001", removed: true },
    { sender: "552", keyword: "PIZZA", accountId: shopId },
    [{ sender: "552", word: "PIZZA", account: shopId, email: SHOP }],
    { removed: true },
    { name: "north", changed: ["tps"] },
    ...Array(2).fill({ name: "north", changed: ["timers"] }),
    { isDraining: true },
    { isDraining: false },
    { enabled: false },
    { enabled: true },
    { routes: 1 },
    { removed: true },
    ...Array(2).fill({ changes: [{ network: "north", change: "added" }, {}, {}] }),
    { kind: "smpp", code: "0x0000000B", action: "elsewhere" },
    { kind: "smpp", code: "0x00000411", action: "later", delayMs: 60_000, tries: 3 },
    { kind: "http", code: "HTTP 404", action: "refused" },
    [{ code: "HTTP 404" }, { code: "0x0000000B" }, { code: "0x00000411" }],
    expect.anything(),
  ]);
});

/** Returns the address for messages in from Kannel's own file. */
function inboundAddress(): string {
  const [, address = ""] = /get-url = "(.*)"/.exec(blocks("ini").join("\n")) ?? [];
  return address;
}

it("of backups write a file, and restore it into an empty database", async () => {
  const file = path.join(folder, "all.backup");
  const place = (line: string) => line.replace(/\S+\.backup/, file);
  const rows = { accounts: 2 };
  expect(await runAll("npm run backup", {}, place)).toMatchObject([{ rows }]);
  const empty = { DATABASE_URL: databaseUrl(inject("adminUrl"), target) };
  expect(await runAll("npm run restore", empty, place)).toMatchObject([{ rows }]);
});

/**
 * Commands that start or call a server: other tests start one in their own way, and
 * `published-commands.test.ts` calls one.
 */
const ELSEWHERE = /^(\w+=\S+ )*npm start|^docker run |^curl |^node -e |^\/usr\/lib\/kannel\//;

it("are all that the pages have", () => {
  expect(COMMANDS.filter((line) => !ran.has(line) && !ELSEWHERE.test(line))).toEqual([]);
});
