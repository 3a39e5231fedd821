import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { StepsPanel } from "@/app/(members)/integrations/[kind]/_components/steps-panel";
import { createAccount } from "@/lib/accounts/create-account";
import { createApiKey } from "@/lib/auth/keys/create-api-key";
import { issueTokenOperation } from "@/lib/contracts/gateway/token";
import { tokenCommand } from "@/lib/contracts/gateway/token-command";
import { type Access, addressOf, curlOf } from "@/lib/contracts/integrations/integration-address";
import {
  INTEGRATION_KINDS,
  INTEGRATIONS,
  type IntegrationKind,
} from "@/lib/contracts/integrations/integration-kind";
import { OPERATIONS } from "@/lib/contracts/operations";
import { db } from "@/lib/db/client";
import { env, loadEnv, reloadEnv } from "@/lib/env";
import { startLocalJobs } from "@/lib/jobs/local";
import { greeting } from "@/scripts/greeting";
import { freePort } from "@/server/base/free-port";
import { startEmailToSms } from "@/server/smtp/email-to-sms";
import { runCommandHere } from "@/tests/support/commands/commands";
import { comparable, hasProgram, runCurl, runShell } from "@/tests/support/commands/shell";
import { useTestDatabase } from "@/tests/support/database/database";
import { testIntegration } from "@/tests/support/integration";
import { nameServers } from "@/tests/support/mail/email";
import { SMS_DOMAIN, setUpEmail } from "@/tests/support/mail/email-sender";
import { blockLines } from "@/tests/support/pages";
import { messagesOf } from "@/tests/support/server/gateway";
import { type RouteServer, serveRoutes } from "@/tests/support/server/http-routes";

useTestDatabase();

const DATA_DIR = mkdtempSync(path.join(tmpdir(), "gateway-published-"));
const DEMO = { userId: "demo@example.com", password: "a password of the demo" };
const BY_DAY = new Date("2026-11-20T00:00:00Z");
const AT_NIGHT = new Date("2026-11-20T12:00:00Z");
const MOBILE = "64211234567";

const BASE_URL = () => `http://localhost:${new URL(server.address).port}`;

const COMMANDS = blockLines("sh");

const used = new Set<string>();

/**
 * Returns the line of the README and `docs` with this beginning, with this server, a free port and the password
 * filled in.
 */
function line(beginning: string, lines: readonly string[] = COMMANDS): string {
  const [found = "", ...more] = lines.filter((one) => one.startsWith(beginning));
  if (found === "" || more.length > 0) throw new Error(`The pages do not have one line with ${beginning}.`);
  used.add(found);
  return found
    .replaceAll("http://localhost:3000", BASE_URL())
    .replace(/localhost:4000|listen\(4000\)/g, (text) => text.replace("4000", String(hookPort)))
    .replaceAll("…", DEMO.password);
}

let server: RouteServer;
let stopJobs: () => Promise<void>;
let accountId: number;
let hookPort: number;

beforeAll(async () => {
  hookPort = await freePort();
  server = await serveRoutes();
  const published = [...line("WEBHOOK_PRIVATE").matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [
    name,
    value,
  ]);
  const settings = {
    SIMULATOR_DELAY_MS: "20",
    EMAIL_TO_SMS_DOMAIN: SMS_DOMAIN,
    ...(Object.fromEntries(published) as Record<string, string>),
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  reloadEnv();
  stopJobs = startLocalJobs();
  const account = { email: DEMO.userId, password: DEMO.password, name: "Demo", balanceMicros: 10_000_000n };
  ({ accountId } = await createAccount(db(), account, new Date()));
  await setUpEmail(accountId, ["you@example.com"]);
});

afterAll(async () => {
  await stopJobs?.();
  await server?.close();
  rmSync(DATA_DIR, { recursive: true });
  vi.unstubAllEnvs();
});

describe.skipIf(!hasProgram("curl", "--version"))("the commands that curl runs", () => {
  it("of the README are what a start prints, and are answered as it shows", async () => {
    const said = greeting(loadEnv({}), Number(new URL(server.address).port), DEMO, BY_DAY).split("\n");
    const send = line("curl http://localhost:3000/gateway/sms/out");
    expect(said).toContain(send);
    const { status, body } = await runCurl(send);
    expect([status, comparable(body)]).toEqual([
      200,
      comparable(line('{"success":true', blockLines("json"))),
    ]);
    const messages = async () => (await runCurl(said.at(-1) ?? "")).body;
    await expect.poll(messages).toMatchObject({ messages: [{ status: "DELIVRD", statusCode: 1 }] });
  });

  it("are printed for an Australian number where a start is at night", async () => {
    const said = greeting(loadEnv({}), Number(new URL(server.address).port), DEMO, AT_NIGHT).split("\n");
    const [send = ""] = said.filter((one) => one.includes("/gateway/sms/out"));
    expect(await runCurl(send)).toMatchObject({
      status: 200,
      body: { status: "accepted", to: "61491570156" },
    });
  });

  it("of the page about the API have events posted to a receiver on this machine", async () => {
    const command = line("node -e").replace(/ &$/, "");
    const receiver = spawn("sh", ["-c", command], { detached: true, stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void process.kill(-(receiver.pid as number)));
    let seen = "";
    receiver.stdout.setEncoding("utf8").on("data", (text: string) => {
      seen += text;
    });
    const hook = `http://localhost:${hookPort}/`;
    await expect
      .poll(() =>
        fetch(hook).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      .toBe(true);
    const registered = await runCurl(line("curl http://localhost:3000/gateway/configure"));
    expect(registered).toMatchObject({ status: 200, body: { success: true, webhook_url: hook } });
    expect((await runCurl(line("curl http://localhost:3000/gateway/sms/out"))).status).toBe(200);
    await expect.poll(() => seen).toMatch(/"type":"dlr".*"status":"DELIVRD"/);
    expect((await runCurl(line("curl http://localhost:3000/simulator/inbound"))).status).toBe(200);
    await expect.poll(() => seen).toMatch(/"type":"SMS".*"body":"STOP"/);
    const blocked = { accountId, msisdn: MOBILE };
    expect(await db().prisma.blockedNumber.deleteMany({ where: blocked })).toEqual({ count: 1 });
  });

  it("of all pages are no others than these", () => {
    expect(COMMANDS.filter((one) => /\bcurl |^node /.test(one) && !used.has(one))).toEqual([]);
  });

  it("for a new API key gets a token", async () => {
    const given = { name: "sample", expiresAt: null };
    const { clientId, clientSecret } = await createApiKey(db(), accountId, given, new Date());
    const { status, body } = await runCurl(tokenCommand(BASE_URL(), clientId, clientSecret));
    expect([status, comparable(body)]).toEqual([200, comparable(issueTokenOperation.examples[0]?.response)]);
  });
});

/** Returns the output of `npm run integration -- test`, without the last line break. */
async function printed(kind: IntegrationKind, secret: string, settings = {}): Promise<string> {
  const args = ["test", kind, "--email", DEMO.userId, `--secret=${secret}`, "--to", MOBILE];
  const { DATABASE_URL, AUTH_SECRET } = process.env;
  const own = {
    DATABASE_URL,
    DATA_DIR,
    APP_URL: BASE_URL(),
    EMAIL_TO_SMS_DOMAIN: SMS_DOMAIN,
    AUTH_SECRET,
    ...settings,
  };
  const { code, out, err } = await runCommandHere("integration", args, own);
  expect([code, err]).toEqual([0, ""]);
  return out.trimEnd();
}

/** The domain of the command's sender, with a record that allows it to send. */
const MAY_SEND = { "TXT example.com": ["v=spf1 ip4:127.0.0.1 -all"] };

describe.skipIf(!hasProgram("curl", "--version"))("the command that tries an integration", () => {
  it.for(INTEGRATION_KINDS.filter((kind) => kind !== "email_to_sms"))("%s sends a text", async (kind) => {
    const { secret, shortcodeId } = await testIntegration({ accountId }, kind);
    const command = await printed(kind, secret);
    // The Members Area shows the same.
    const access: Access = { kind, baseUrl: BASE_URL(), custId: accountId, shortcodeId };
    expect(command).toBe(curlOf(access, secret, MOBILE));
    const before = await db().prisma.message.count({ where: { accountId, msisdn: MOBILE } });
    const { status, body } = await runCurl(command);
    const operation = OPERATIONS.find(({ path: called }) => called === INTEGRATIONS[kind].path);
    expect([status, comparable(body)]).toEqual([200, comparable(operation?.examples[0]?.response)]);
    expect(await db().prisma.message.count({ where: { accountId, msisdn: MOBILE } })).toBe(before + 1);
  });

  it.for(["crm_a", "crm_b", "automation"] as const)("%s takes the body that its page shows", async (kind) => {
    const { secret, shortcodeId } = await testIntegration({ accountId }, kind);
    const access: Access = { kind, baseUrl: BASE_URL(), custId: accountId, shortcodeId };
    const page = renderToStaticMarkup(StepsPanel({ access, senders: [] })).replaceAll("&quot;", '"');
    const shown = JSON.parse(/{ "to": "\d.*?}/.exec(page)?.[0] ?? "");
    const address = addressOf(access, secret) ?? "";
    const headers = { "content-type": "application/json" };
    const asJson = await fetch(address, { method: "POST", headers, body: JSON.stringify(shown) });
    const asForm = await fetch(address, { method: "POST", body: new URLSearchParams(shown) });
    expect([asJson.status, asForm.status]).toEqual([200, 200]);
    expect((await messagesOf(accountId)).at(-1)).toMatchObject({ msisdn: MOBILE, body: shown.message });
  });

  it.for([
    ["refuses an email from here, where nothing vouches for it", {}, "550 5.7", 0],
    ["sends a text where its domain lets this machine send", MAY_SEND, "250 2.0.0 Accepted: 1 text", 1],
  ] as const)("email_to_sms %s", async ([, records, answered, sent], { skip }) => {
    const { out } = await runShell("curl --version");
    skip(!/^Protocols:.* smtp\b/m.test(out), "This curl speaks no SMTP.");
    const settings = { ...env(), emailToSmsPort: 0, host: "127.0.0.1" };
    const listener = await startEmailToSms(settings, nameServers(records).resolver);
    onTestFinished(async () => listener?.stop());
    const command = await printed("email_to_sms", "none", { EMAIL_TO_SMS_PORT: String(listener?.port) });
    const before = await db().prisma.message.count();
    expect((await runShell(`${command} --verbose`)).err).toContain(`< ${answered}`);
    expect(await db().prisma.message.count()).toBe(before + sent);
  });
});
