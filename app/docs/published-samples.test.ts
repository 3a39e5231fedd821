import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createAccount } from "@/lib/accounts/create-account";
import { createApiKey } from "@/lib/auth/keys/create-api-key";
import { authSecret } from "@/lib/crypto/auth-secret";
import { db } from "@/lib/db/client";
import { reloadEnv } from "@/lib/env";
import { startLocalJobs } from "@/lib/jobs/local";
import { rollSigningSecret } from "@/lib/webhooks/signing/signing-secret";
import { comparable, hasProgram, runCurl, runShell } from "@/tests/support/commands/shell";
import { useTestDatabase } from "@/tests/support/database/database";
import { type RouteServer, serveRoutes } from "@/tests/support/server/http-routes";
import { furtherEndpoint } from "@/tests/support/webhooks/further-endpoint";
import { type ReceivedRequest, type Receiver, startReceiver } from "@/tests/support/webhooks/https-receiver";

useTestDatabase();

/** The host of the page request. */
const asked = vi.hoisted(() => ({ host: "" }));
vi.mock("next/headers", () => ({
  headers: async () => new Headers({ host: asked.host }),
  cookies: async () => ({ get: () => undefined }),
}));
vi.mock("next/server", async (real) => ({ ...(await real<object>()), connection: async () => {} }));

const APP = path.join(import.meta.dirname, "..");
const FOLDER = mkdtempSync(path.join(tmpdir(), "gateway-samples-"));
/** The ID of the message in the examples. */
const EXAMPLE_ID = "01a1fc1e-7827-71fa-b114-9c303160f115";
const ENTITIES = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'", "&amp;": "&" };
const HAS_CURL = hasProgram("curl", "--version");
const LANGUAGES = [
  { language: "node", file: "verify.mjs", command: process.execPath, isHere: true },
  {
    language: "python",
    file: "verify.py",
    command: "python3",
    isHere: hasProgram("python3", "--version"),
  },
  { language: "php", file: "verify.php", command: "php", isHere: hasProgram("php", "--version") },
  { language: "curl", file: "verify.sh", command: "sh", isHere: hasProgram("openssl", "version") },
  { language: "ruby", file: "verify.rb", command: "ruby", isHere: hasProgram("ruby", "--version") },
  { language: "go", file: "verify.go", command: "go run", isHere: hasProgram("go", "version") },
  {
    // .NET 10 or newer can run a single file.
    language: "csharp",
    file: "verify.cs",
    command: "dotnet run",
    isHere: hasProgram("sh", "-c", "dotnet --version | grep -qE '^[1-9][0-9]'"),
  },
];

/** The languages of samples besides curl, each with the command that runs a file. */
const SAMPLE_LANGUAGES = [
  { language: "node", file: "send.mjs", command: process.execPath, isHere: true },
  {
    language: "python",
    file: "send.py",
    command: "python3",
    isHere: hasProgram("python3", "-c", "import requests"),
  },
  { language: "php", file: "send.php", command: "php", isHere: hasProgram("php", "-r", "curl_version();") },
  { language: "ruby", file: "send.rb", command: "ruby", isHere: hasProgram("ruby", "--version") },
  { language: "go", file: "send.go", command: "go run", isHere: hasProgram("go", "version") },
];

/** A piece of code. If it is a request, `text` is the curl sample and `samples` has all languages. */
type Block = { page: string; label: string; text: string; samples: ReadonlyMap<string, string> };

let server: RouteServer;
let receiver: Receiver;
let stopJobs: () => Promise<void>;
let accountId: number;
let secret: string;
let token = "";
let given: Record<string, string>;
let blocks: Block[];
const used = new Set<Block>();

/** Returns the pieces of code of a page as a reader sees them. */
async function blocksOf(page: string): Promise<Block[]> {
  const { default: Page } = await import(path.join(APP, page));
  const html = renderToStaticMarkup(await Page());
  const figures = html.matchAll(
    /<figcaption[^>]*><span[^>]*><span[^>]*>(.*?)<\/span>.*?<\/figcaption>(.*?)<\/figure>/gs,
  );
  return [...figures].map(([, label = "", figure = ""]) => {
    const pieces = [...figure.matchAll(/<pre([^>]*)><code>(.*?)<\/code>/gs)];
    const samples = pieces.flatMap(([, attributes = "", code = ""]) => {
      const [, language] = /data-sample="(\w+)"/.exec(attributes) ?? [];
      return language === undefined ? [] : [[language, plain(code)] as const];
    });
    const [, , first = ""] = pieces[0] ?? [];
    const of = page.split("/").at(-2) ?? "home";
    return { page: of, label, text: plain(first), samples: new Map(samples) };
  });
}

/** Returns code without its colours. */
function plain(code: string): string {
  return code
    .replace(/<[^>]*>/g, "")
    .replace(/&(lt|gt|quot|#x27|amp);/g, (entity) => ENTITIES[entity as keyof typeof ENTITIES]);
}

/** Returns the piece of code with this label on a page: the first one by default. */
function block(page: string, label: string, place = 0): Block {
  const found = blocks.filter((one) => one.page === page && one.label === label)[place];
  if (!found) throw new Error(`The page ${page} has no ${label} number ${place}.`);
  used.add(found);
  return found;
}

const promised = (page: string, label = "200 OK", place = 0) => comparable(block(page, label, place).text);

/** Runs a request of a page after its placeholders are filled in. */
function run(page: string, label = "Request", place = 0, change = (text: string) => text) {
  let { text } = block(page, label, place);
  for (const [holder, own] of Object.entries(given)) text = text.replaceAll(holder, own);
  return runCurl(change(text), { TOKEN: token });
}

const events = () => receiver.requests.map(({ body }) => JSON.parse(body.toString("utf8")));

beforeAll(async () => {
  receiver = await startReceiver({ tls: false, hostname: "localhost" });
  // The samples show the responses of daytime.
  const settings = { NIGHT_START: "00:00", NIGHT_END: "00:00", SIMULATOR_DELAY_MS: "20" };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.stubEnv("WEBHOOK_PRIVATE_HOSTS", receiver.hostPort);
  reloadEnv();
  server = await serveRoutes();
  stopJobs = startLocalJobs();
  asked.host = new URL(server.address).host;
  const pages = readdirSync(path.join(APP, "docs", "(guides)"), { recursive: true, encoding: "utf8" })
    // Other tests run the programs and the configuration of these pages.
    .filter((file) => file.endsWith("page.tsx") && !/^(clients|assistants)/.test(file))
    .map((file) => `docs/(guides)/${file}`);
  blocks = (await Promise.all(["page.tsx", ...pages].map(blocksOf))).flat();
  const account = { email: "you@example.com", password: "your password", name: "You" };
  ({ accountId } = await createAccount(db(), { ...account, balanceMicros: 10_000_000n }, new Date()));
  const rolled = await db().transaction((tx) => rollSigningSecret(tx, accountId, authSecret(), new Date()));
  secret = rolled ?? "";
  const named = { name: "sample", expiresAt: null };
  const { clientId, clientSecret } = await createApiKey(db(), accountId, named, new Date());
  given = { "cid_…": clientId, "csk_…": clientSecret, "https://example.co.nz/sms-events": receiver.url };
});

afterAll(async () => {
  await stopJobs?.();
  await server?.close();
  await receiver?.close();
  rmSync(FOLDER, { recursive: true });
  vi.unstubAllEnvs();
});

describe.skipIf(!HAS_CURL)("the samples of the pages, run by curl", () => {
  it("send from the landing page", async () => {
    const { status, body } = await run("home", "Send a message");
    expect([status, comparable(body)]).toEqual([200, promised("home")]);
  });

  it("try it in the sandbox, and fail as the page about errors shows", async () => {
    const { status, body } = await run("first-message");
    expect([status, comparable(body)]).toEqual([200, promised("first-message")]);
    const failed = await run("first-message", "Request", 0, (text) => text.replace(/ {2}.*"to=.*\n/, ""));
    expect([failed.status, failed.body]).toEqual([400, promised("errors", "400 Bad Request")]);
  });

  it("get a token, and register an address", async () => {
    const { status, body } = await run("first-message", "Request", 1);
    expect([status, comparable(body)]).toEqual([200, promised("first-message", "200 OK", 1)]);
    token = (body as { access_token: string }).access_token;
    const registered = await run("replies");
    expect(registered).toMatchObject({ status: 200, body: { success: true, webhook_url: receiver.url } });
  });

  it("send one message, of which a report and a reply are posted as the pages show them", async () => {
    const { status, body } = await run("first-message", "Request", 2);
    expect([status, comparable(body)]).toEqual([200, promised("first-message", "200 OK", 2)]);
    given[EXAMPLE_ID] = (body as { message_id: string }).message_id;
    const report = promised("replies", "POST to your URL", 1);
    await expect.poll(() => events().map(comparable)).toContainEqual(report);
    const asking = await run("first-message", "Request", 4);
    expect([asking.status, comparable(asking.body)]).toEqual([200, promised("first-message", "200 OK", 4)]);
    await run("sandbox", "A reply", 0, (text) => text.replace("STOP", "Yes please"));
    const reply = promised("replies", "POST to your URL");
    await expect.poll(() => events().map(comparable)).toContainEqual(reply);
  });

  it.for(SAMPLE_LANGUAGES)(
    "send one message in $language",
    async ({ language, file, command, isHere }, { skip }) => {
      skip(!isHere, `${command} is not installed.`);
      const { samples } = block("first-message", "Request", 2);
      const at = path.join(FOLDER, file);
      writeFileSync(at, samples.get(language) ?? "");
      const { code, out, err } = await runShell(`${command} ${at}`, { TOKEN: token, HOME: FOLDER });
      expect([code, out.slice(0, 3), err]).toEqual([0, "200", ""]);
      expect(comparable(out.slice(4))).toEqual(promised("first-message", "200 OK", 2));
    },
  );

  it("send to several", async () => {
    const { status, body } = await run("first-message", "Request", 3);
    expect([status, comparable(body)]).toEqual([200, promised("first-message", "200 OK", 3)]);
  });

  it("repeat safely with a key", async () => {
    const before = await db().prisma.message.count();
    const first = await run("idempotency");
    const again = await run("idempotency");
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    expect([first.head, again.head].map((head) => /^Idempotent-Replay: true\r$/im.test(head))).toEqual([
      false,
      true,
    ]);
    const other = await run("idempotency", "Request", 0, (text) => text.replace("is ready", "is late"));
    expect(other).toMatchObject({ status: 409, body: { code: "idempotency_conflict" } });
    expect(await db().prisma.message.count()).toBe(before + 1);
  });

  it("read what a handset has received, and opt out as one", async () => {
    await expect.poll(() => db().prisma.queuedMessage.count()).toBe(0);
    const read = await run("sandbox", "Received messages");
    expect([read.status, read.text]).toEqual([200, expect.stringContaining("Kia ora! Your order is ready.")]);
    await furtherEndpoint(accountId, { url: receiver.url, eventTypes: ["optout.changed"] });
    expect((await run("sandbox", "A reply")).status).toBe(200);
    await expect.poll(() => events().map(({ body }) => body)).toContain("STOP");
    const optOut = promised("replies", "POST to your URL", 2);
    await expect.poll(() => events().map(comparable)).toContainEqual(optOut);
    expect(await db().prisma.blockedNumber.count({ where: { accountId } })).toBe(1);
  });
});

describe("the receivers of the page about signatures", () => {
  it.for(LANGUAGES)(
    "$file is the file to download, and takes what was posted",
    async (language, { skip }) => {
      const { file, command, isHere } = language;
      const text = block("signatures", "Verify").samples.get(language.language) ?? "";
      expect(text).toBe(readFileSync(path.join(APP, "..", "public", "samples", file), "utf8"));
      writeFileSync(path.join(FOLDER, file), text);
      skip(!isHere, `${command} is not installed.`);
      skip(!HAS_CURL, "curl is not installed: nothing was posted.");
      const received = receiver.requests[0] as ReceivedRequest;
      const { "x-service-timestamp": timestamp, "x-service-signature": signature } = received.headers;
      const line = `${command} ${path.join(FOLDER, file)} '${timestamp}' '${signature}'`;
      const taken = await runShell(line, { WEBHOOK_SECRET: secret, HOME: FOLDER }, received.body);
      expect(taken).toEqual({ code: 0, out: "genuine\n", err: "" });
      for (const [at, given] of [
        [timestamp, `v1=${"0".repeat(64)}`],
        ["1", signature],
        [timestamp, ""],
      ]) {
        const other = `${command} ${path.join(FOLDER, file)} '${at}' '${given}'`;
        const refused = await runShell(other, { WEBHOOK_SECRET: secret, HOME: FOLDER }, received.body);
        // Programs that run a script may report that the script failed.
        expect([refused.code === 0, refused.out]).toEqual([false, "not genuine\n"]);
      }
    },
  );

  it.skipIf(!HAS_CURL)("are all the pieces of code that there are, beside those above", () => {
    expect(blocks.filter((one) => !used.has(one)).map(({ page, label }) => `${page}: ${label}`)).toEqual([]);
  });
});
