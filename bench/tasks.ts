import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type APIRequestContext, type Browser, type BrowserContext, chromium } from "@playwright/test";
import { openDatabases } from "@/bench/lib/databases";
import { startGateway } from "@/bench/lib/gateway";
import { DAILY_TASKS, type Facts, type Task } from "@/bench/lib/tasks/daily-tasks";
import { Person } from "@/bench/lib/tasks/person";
import { createAccount } from "@/lib/accounts/create-account";
import { openDatabase } from "@/lib/db/client";
import { endAll, onShutdown } from "@/lib/shutdown";
import { runCommand } from "@/server/base/command-error";
import { freePort } from "@/server/base/free-port";
import { randomSecret } from "@/server/base/kept-file";
import { ROOT } from "@/server/base/root";
import { shutDownOnSignals } from "@/server/base/shutdown";
import { findBrowser } from "@/tests/support/browser";

// What people do every day, walked in a browser: the clicks, fields and keys that each task takes, and the seconds that
// the pages take when nobody hesitates. It uses the production build (npm run build first).
//
// node --import tsx bench/tasks.ts [part of a name]

const ONLY = process.argv[2] ?? "";
const MEMBER = { email: "member@example.com", password: "correct horse battery", name: "Member" };
const ADMINISTRATOR = { email: "office@example.com", password: "correct horse battery", name: "Office" };

/** Time for what was sent before the tasks to meet its fate. */
const SETTLE_MS = 3_000;

/** How long the page where a task begins is there before it. */
const LOOK_MS = 1_500;

/** A receiver of webhooks, on this machine. */
async function startReceiver(): Promise<string> {
  const port = await freePort();
  const server = createServer((request, response) => {
    request.resume();
    response.end("OK");
  });
  server.listen(port, "127.0.0.1");
  onShutdown("resources", () => void server.close());
  return `127.0.0.1:${port}`;
}

async function signedIn(browser: Browser, baseURL: string, who: typeof MEMBER): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  const { csrfToken } = await (await context.request.get("/api/auth/csrf")).json();
  const form = { csrfToken, email: who.email, password: who.password, json: "true" };
  await context.request.post("/api/auth/callback/credentials", { form });
  return context;
}

/** What the tasks find: messages that arrived, failed or were held, a reply and an opt-out. */
async function prepare(request: APIRequestContext, receiver: string): Promise<Facts> {
  const call = async (place: string, fields: Record<string, string>) => {
    const form = { userId: MEMBER.email, password: MEMBER.password, ...fields };
    const answer = await request.post(place, { form });
    if (!answer.ok()) throw new Error(`${place} answered ${answer.status()}: ${await answer.text()}`);
  };
  const send = (to: string, body: string) =>
    call("/gateway/sms/out", { to, body, messageClass: "transactional", from: "552" });
  const facts = {
    email: MEMBER.email,
    password: MEMBER.password,
    receiver: `http://${receiver}/sms`,
    delivered: "64215551234",
    failed: "64215559902",
    replied: "64215551235",
    optedOut: "64215551236",
    heldDomain: "booking.example.co.nz",
  };
  for (const to of [facts.delivered, facts.failed, facts.replied, facts.optedOut]) await send(to, "Kia ora");
  await send("64215551237", `Your booking: https://${facts.heldDomain}/1`);
  await sleep(SETTLE_MS);
  await call("/simulator/inbound", { from: facts.replied, to: "552", body: "When do you open?" });
  await call("/simulator/inbound", { from: facts.optedOut, to: "552", body: "STOP" });
  await sleep(SETTLE_MS);
  return facts;
}

/** Walks one task on a page of its own, and says what it took. */
async function walk(context: BrowserContext, task: Task, facts: Facts): Promise<string> {
  const person = new Person(await context.newPage());
  await person.page.goto(task.start);
  // Somebody has looked at this page for a moment.
  await sleep(LOOK_MS);
  const startedAt = performance.now();
  const failure = await task.walk(person, facts).catch((error: Error) => error);
  if (failure) {
    process.exitCode = 1;
    await person.page.screenshot({ path: path.join(tmpdir(), `${task.name}.png`) });
    return `${task.name.padEnd(34)} failed: ${failure.message.split("\n")[0]}`;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  await person.page.close();
  const { clicks, fields, keys } = person;
  const counts = [clicks, fields, keys].map((count) => String(count).padStart(8));
  return `${task.name.padEnd(34)}${counts.join("")}${seconds.toFixed(1).padStart(9)}`;
}

runCommand(async () => {
  shutDownOnSignals();
  try {
    const folder = mkdtempSync(path.join(tmpdir(), "tasks-"));
    onShutdown("resources", () => rmSync(folder, { recursive: true, force: true }));
    const { url } = await openDatabases(ROOT, undefined, false);
    const db = openDatabase(url, 1);
    await createAccount(db, { ...MEMBER, balanceMicros: 100_000_000n }, new Date());
    await createAccount(db, { ...ADMINISTRATOR, admin: true }, new Date());
    await db.close();
    const receiver = await startReceiver();
    const gateway = await startGateway({
      root: ROOT,
      databaseUrl: url,
      authSecret: randomSecret(),
      receivers: receiver,
      folder,
    });
    const address = `http://127.0.0.1:${gateway.port}`;
    const browser = await chromium.launch(await findBrowser());
    onShutdown("resources", () => browser.close());
    const contexts = {
      nobody: await browser.newContext({ baseURL: address }),
      member: await signedIn(browser, address, MEMBER),
      administrator: await signedIn(browser, address, ADMINISTRATOR),
    };
    const facts = await prepare(contexts.member.request, receiver);
    console.log(`${"Task".padEnd(34)}  clicks  fields    keys  seconds`);
    for (const task of DAILY_TASKS.filter(({ name }) => name.includes(ONLY)))
      console.log(await walk(contexts[task.by], task, facts));
  } finally {
    await endAll();
  }
});
