import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { rollSigningSecret } from "@/lib/webhooks/signing/signing-secret";
import { verifyWebhook } from "@/lib/webhooks/signing/verify";
import { freePort } from "@/server/base/free-port";
import { runCommandFile } from "@/tests/support/commands/commands";
import { runShell } from "@/tests/support/commands/shell";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { documentedBlocks, Kannel } from "@/tests/support/kannel/kannel";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { killServers, type ProductionServer, startServer } from "@/tests/support/server/production-server";
import { Network } from "@/tests/support/smsc/network";
import { type Receiver, startReceiver } from "@/tests/support/webhooks/https-receiver";

// Runs the files and commands of docs/networks.md, with only the ports replaced.

useTestDatabase();

const folder = mkdtempSync(path.join(tmpdir(), "gateway-kannel-documented-"));
const AUTH_SECRET = process.env.AUTH_SECRET ?? TEST_SECRET;

/** The time in which a server applies new routes, in milliseconds. */
const FOLLOWS_MS = 6_000;

let kannel: Kannel;
let smsc: Network;
let server: ProductionServer;
let receiver: Receiver;
let account: TestAccount;
let secret: string;
let fakePorts: [north: number, south: number];
const fakes: ChildProcess[] = [];

beforeAll(async () => {
  const port = await freePort();
  fakePorts = [await freePort(), await freePort()];
  [kannel, smsc, receiver, account] = await Promise.all([
    Kannel.start({ gatewayPort: port, fakePorts }),
    Network.start({ name: "n", answerAfterMs: 10, receiptAfterMs: 100 }),
    startReceiver({ tls: false, hostname: "localhost" }),
    testAccount({ balanceMicros: 1_000_000_000n }),
  ]);
  secret = (await rollSigningSecret(db(), account.accountId, AUTH_SECRET, new Date())) as string;
  server = await startServer({ PORT: String(port), WEBHOOK_PRIVATE_HOSTS: receiver.hostPort });
});
afterAll(async () => {
  for (const fake of fakes) fake.kill("SIGKILL");
  await Promise.all([kannel?.stop(), smsc?.stop(), receiver?.close()]);
  killServers();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Writes the page's JSON block that contains some words to a file, with some values replaced. Returns the
 * file's path.
 */
function documentedFile(words: string, others: object = {}): string {
  const block = documentedBlocks("json").find((text) => text.includes(words));
  if (block === undefined) throw new Error(`docs/networks.md has no file with ${words}.`);
  const file = path.join(folder, `${words.replaceAll(/\W+/g, "")}.json`);
  writeFileSync(file, JSON.stringify({ ...JSON.parse(block), ...others }));
  return file;
}

/** Runs the page's command with this beginning, and its file. Returns the output as JSON. */
async function carrier(beginning: string, file?: string): Promise<unknown> {
  const line = documentedBlocks("sh")
    .flatMap((block) => block.split("\n"))
    .find((one) => one.startsWith(`npm run carrier -- ${beginning}`));
  if (line === undefined) throw new Error(`docs/networks.md has no command that begins with ${beginning}.`);
  const printed = await runShell(line.replace("npm run carrier --", "printf '%s\\0'"));
  const args = printed.out
    .split("\0")
    .slice(0, -1)
    .map((each) => (each.endsWith(".json") && file ? file : each));
  const { DATABASE_URL } = process.env;
  const { code, out, err } = await runCommandFile("carrier", args, { DATABASE_URL, AUTH_SECRET });
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out);
}

/**
 * Starts the page's command for the phones behind a fake.
 * @param count the number of times that the phones send their text.
 */
function phones(place: 0 | 1, count: 0 | 1) {
  const line = documentedBlocks("sh")
    .flatMap((block) => block.split("\n"))
    .filter((one) => one.startsWith("/usr/lib/kannel/test/fakesmsc"))[place];
  const [, program = "", options = "", text = ""] = /^(\S+) (.*) "(.*)"$/.exec(line ?? "") ?? [];
  const port = (option: string) => (/^1000\d$/.test(option) ? String(fakePorts[place]) : option);
  const args = options.replace("-m 0", `-m ${count}`).split(" ").map(port);
  const fake = spawn(program, [...args, text], { stdio: ["ignore", "pipe", "pipe"] });
  fakes.push(fake);
  let said = "";
  for (const stream of [fake.stdout, fake.stderr])
    stream.on("data", (chunk) => {
      said += chunk;
    });
  return {
    got: () => [...said.matchAll(/Got message \d+: <(.*)>/g)].map(([, message]) => message),
    stop: async () => {
      const ended = once(fake, "exit");
      fake.kill();
      await ended;
    },
  };
}

function call(where: string, given: object): Promise<Response> {
  const { userId, password } = account;
  return fetch(`${server.address}${where}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ userId, password, ...given }),
  });
}

async function send(to: string, body: string): Promise<string> {
  const response = await call("/gateway/sms/out", { to, body, from: "2190", messageClass: "transactional" });
  expect(response.status).toBe(200);
  return ((await response.json()) as { message_id: string }).message_id;
}

/**
 * Returns the events that the account received, after verifying their signatures: the status of a report, the
 * text of an inbound message.
 */
function told(): [id: string, what: string][] {
  return receiver.requests.map(({ body, headers }) => {
    const [timestamp, signature] = [headers["x-service-timestamp"], headers["x-service-signature"]].map(
      String,
    );
    const proof = { timestamp: timestamp ?? "", signature: signature ?? "" };
    expect(verifyWebhook(String(body), proof, secret, Number(timestamp) * 1000)).toBe(true);
    const event = JSON.parse(String(body)) as Record<string, string>;
    return event.type === "SMS"
      ? [event.replyTo ?? "", event.body ?? ""]
      : [event.messageId ?? "", event.status ?? ""];
  });
}

it("Kannel's fakes are connected, their receipts and replies arrive signed, and SMPP takes over from a bearerbox that is killed", async () => {
  const port = new URL(server.address).port;
  expect((await call("/gateway/sms/status", { url: receiver.url })).status).toBe(204);
  expect((await call("/gateway/sms/in", { url: receiver.url })).status).toBe(204);
  let [north, south] = [phones(0, 0), phones(1, 0)];

  const callbackUrl = `http://127.0.0.1:${port}`;
  const added = await carrier(
    "add --name kannel",
    documentedFile('"preset": "kannel"', { url: kannel.url, callbackUrl }),
  );
  expect(added).toMatchObject({ addresses: { inbound: expect.stringContaining(`:${port}/`) } });
  await carrier(
    "add --name north",
    documentedFile('"systemId": "gateway"', { ...smsc.address, password: "secret" }),
  );
  expect(await carrier("test --name kannel")).toMatchObject({ isUp: true, outcome: "accepted" });
  expect(await carrier("routes --file", documentedFile('"kannel": ["2190"'))).toEqual({ routes: 1 });
  await expect.poll(() => north.got()).toEqual([expect.stringContaining("2190 64211234567 text")]);
  await expect.poll(() => smsc.link).toBeDefined();
  await sleep(FOLLOWS_MS);

  const ids = [await send("64211234567", "Kia ora north"), await send("64221234567", "Kia ora south")];
  await expect.poll(() => north.got().at(-1)).toBe("2190 64211234567 text Kia ora north");
  await expect.poll(() => south.got()).toEqual(["2190 64221234567 text Kia ora south"]);
  await expect.poll(told).toEqual(expect.arrayContaining(ids.map((id) => [id, "DELIVRD"])));

  await Promise.all([north.stop(), south.stop()]);
  [north, south] = [phones(0, 1), phones(1, 1)];
  await expect.poll(told).toEqual(expect.arrayContaining(ids.map((id) => [id, "Hello"])));

  await kannel.end("bearerbox", "SIGKILL");
  // Kannel's smsbox ends when the bearerbox ends. A later end would let the smsbox restart without a bearerbox.
  await expect.poll(() => fetch(kannel.url).catch(() => null)).toBeNull();
  await kannel.end("smsbox", "SIGKILL");
  const id = await send("64211234567", "Kia ora again");
  await expect.poll(() => smsc.taken.map(({ text }) => text)).toEqual(["Kia ora again"]);
  await expect.poll(told).toContainEqual([id, "DELIVRD"]);
  const reply = { source: "64211234567", destination: "2190", shortMessage: Buffer.from("Yes") };
  expect(await smsc.link?.deliver(reply)).toMatchObject({ status: 0 });
  await expect.poll(told).toContainEqual([id, "Yes"]);
});
