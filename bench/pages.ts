import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import pg from "pg";
import { openDatabases } from "@/bench/lib/databases";
import { type Gateway, startGateway } from "@/bench/lib/gateway";
import { createAccount } from "@/lib/accounts/create-account";
import { openDatabase } from "@/lib/db/client";
import { endAll, onShutdown } from "@/lib/shutdown";
import { runCommand } from "@/server/base/command-error";
import { randomSecret } from "@/server/base/kept-file";
import { ROOT } from "@/server/base/root";
import { shutDownOnSignals } from "@/server/base/shutdown";
import { findBrowser } from "@/tests/support/browser";

// How long the pages of an account with 1 million messages take to be painted, and to show their content. It
// uses the production build (npm run build first).
//
// node --import tsx bench/pages.ts [messages]

const MESSAGES = Number(process.argv[2] ?? 1_000_000);
const ACCOUNT = { email: "bench@example.com", password: "correct horse battery", name: "Bench" };
const WARM_RUNS = 7;

/** A page that is painted later is told of, and the run fails. */
const MAX_PAINT_MS = 300;

/** How long a server that has loaded its pages is there before the first reader. */
const REST_MS = 1_000;

/** The pages to open, and what each has once its content is there. */
const PLACES = [
  { place: "/overview", shown: "main dl" },
  { place: "/messages", shown: "table[aria-label=Messages] tbody tr" },
  { place: "/messages?status=UNDELIV", shown: "table[aria-label=Messages] tbody tr" },
  { place: "/messages?rateCode=rare", shown: "table[aria-label=Messages] tbody tr" },
  { place: "/inbox", shown: "main li a[href^='/inbox/']" },
  { place: "/billing", shown: "table[aria-label=Ledger] tbody tr" },
  { place: "/webhooks", shown: "table[aria-label=Deliveries] tbody tr" },
  { place: "/webhooks?state=failed", shown: "table[aria-label=Deliveries] tbody tr" },
];

/**
 * Writes 30 days of messages up to now. One in ten was answered, by one of 40,000 people. One in three was
 * reported to a webhook, and three in a hundred did not arrive. A hundred carry a rare rate code. Foreign
 * keys are not checked.
 */
async function fill(client: pg.Client, accountId: number): Promise<void> {
  await client.query("set session_replication_role = replica");
  await client.query(`
    insert into messages (id, account_id, send_type, message_class, sender, msisdn, body, encoding, parts, rate_code,
      accepted_at, held_hosts, status, status_code, status_at)
    select uuidv7(at - now()), ${accountId}, 'sms', 'transactional', '552', '64' || (210000000 + (n::bigint * 7919) % 9999999),
      'Your order is on its way', 'GSM-7', 1 + n % 2,
      case when n % ${Math.ceil(MESSAGES / 100)} = 0 then 'rare' when n % 10 < 8 then 'code-' || n % 50 end, at, '{}',
      (case when n % 100 < 97 then 'DELIVRD' when n % 100 = 97 then 'PENDING' else 'UNDELIV' end)::delivery_status,
      case when n % 100 < 97 then 1 when n % 100 = 97 then null else 2 end, case when n % 100 = 97 then null else at end
    from generate_series(1, ${MESSAGES}) n,
      lateral (select date_trunc('milliseconds', now() - interval '30 days' * (1 - n / ${MESSAGES + 1}::float8)) as at) t`);
  await client.query(`
    insert into ledger_entries (id, account_id, kind, amount_micros, net_micros, gst_micros, message_id, send_type,
      rate_code, segments, created_at)
    select uuidv7(m.accepted_at - now()), account_id, 'deduction', -115000 * parts, 100000 * parts, 15000 * parts, id,
      send_type, rate_code, parts, accepted_at from messages m`);
  await client.query(`
    insert into billing_days (account_id, day, send_type, rate_code, messages, segments, net_micros, gst_micros)
    select account_id, (created_at at time zone 'Pacific/Auckland')::date, send_type, coalesce(rate_code, ''), count(*),
      sum(segments), sum(net_micros), sum(gst_micros) from ledger_entries where kind = 'deduction' group by 1, 2, 3, 4`);
  await client.query(`
    insert into inbound_messages (id, account_id, msisdn, shortcode, body, encoding, network, received_at, carrier,
      carrier_reference, related_message_id)
    select gen_random_uuid(), account_id, '64' || (220000000 + abs(hashtext(id::text)) % 40000), '552', 'Thank you!',
      'GSM-7', 'One NZ', accepted_at + interval '3 seconds', 'simulator', id::text, id
    from messages where abs(hashtext(id::text)) % 10 = 0`);
  await client.query(`
    insert into webhook_endpoints (account_id, kind, url, registered_at)
    values (${accountId}, 'report', 'https://receiver.invalid/', now())`);
  await client.query(`
    insert into webhook_deliveries (id, account_id, kind, message_id, body, created_at, state, attempts, attempted_at,
      attempted_url, response_code, duration_ms)
    select gen_random_uuid(), account_id, 'report', id, '{}', accepted_at, s.state::delivery_state, 1, accepted_at,
      'https://receiver.invalid/', case s.state when 'failed' then 500 else 200 end, 41
    from messages m, lateral (select case when accepted_at < now() - interval '20 days' and status = 'UNDELIV' then 'failed'
      else 'delivered' end as state) s
    where abs(hashtext(id::text)) % 3 = 0`);
  await client.query("vacuum analyze");
}

type Times = { paintMs: number; shownMs: number };

/**
 * Opens a page by its address, and reads from the browser's own clock when there was something to see. It is told of both
 * by observers: who asks at each frame has the browser make frames.
 */
async function visit(context: BrowserContext, { place, shown }: (typeof PLACES)[number]): Promise<Times> {
  const page = await context.newPage();
  await page.goto(place, { waitUntil: "commit" });
  const times = await page.evaluate(async (selector) => {
    const painted = new Promise<number>((resolve) => {
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntriesByName("first-contentful-paint")) resolve(startTime);
      }).observe({ type: "paint", buffered: true });
    });
    const told = new Promise<number>((resolve) => {
      if (document.querySelector(selector)) resolve(performance.now());
      new MutationObserver(() => {
        if (document.querySelector(selector)) resolve(performance.now());
      }).observe(document, { childList: true, subtree: true });
    });
    return { paintMs: await painted, shownMs: await told };
  }, shown);
  await page.close();
  return times;
}

const COLUMNS = ["painted, first", "told, first", "painted", "slowest", "told", "slowest"];

const addressOf = ({ port }: Gateway) => `http://127.0.0.1:${port}`;

const middle = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

function line(name: string, cells: (string | number)[]): void {
  const shown = cells.map((cell) =>
    (typeof cell === "number" ? `${Math.round(cell)} ms` : cell).padStart(14),
  );
  console.log(name.padEnd(26) + shown.join(""));
}

/** Signs in, and gives what the browser keeps of it. */
async function signIn(browser: Browser, address: string) {
  const context = await browser.newContext({ baseURL: address });
  const page = await context.newPage();
  await page.goto("/sign-in?back=/settings");
  await page.getByLabel("Email").fill(ACCOUNT.email);
  await page.getByLabel("Password").fill(ACCOUNT.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(({ pathname }) => pathname === "/settings");
  const storageState = await context.storageState();
  await context.close();
  return storageState;
}

/** Starts a server for each page, so that its first reader is the first of all. */
async function run(start: () => Promise<Gateway>): Promise<void> {
  const browser = await chromium.launch(await findBrowser());
  let storageState: Awaited<ReturnType<typeof signIn>> | undefined;
  line("", COLUMNS);
  for (const each of PLACES) {
    if (!storageState) {
      const gateway = await start();
      storageState = await signIn(browser, addressOf(gateway));
      await gateway.stop();
    }
    const gateway = await start();
    const baseURL = addressOf(gateway);
    // What a stranger sees is loaded by a start; of what members see this loads nothing.
    await fetch(baseURL);
    await sleep(REST_MS);
    // The first page that any member asks for, with an empty browser cache.
    const context = await browser.newContext({ baseURL, storageState });
    const cold = await visit(context, each);
    const warm: Times[] = [];
    for (let run = 0; run < WARM_RUNS; run++) warm.push(await visit(context, each));
    await context.close();
    await gateway.stop();
    const [paints, shows] = [warm.map(({ paintMs }) => paintMs), warm.map(({ shownMs }) => shownMs)];
    const times = [middle(paints), Math.max(...paints), middle(shows), Math.max(...shows)];
    line(each.place, [cold.paintMs, cold.shownMs, ...times]);
    const late = [cold.paintMs, ...paints].filter((ms) => ms > MAX_PAINT_MS);
    if (late.length > 0) {
      process.exitCode = 1;
      console.log(
        `  painted after more than ${MAX_PAINT_MS} ms: ${late.length} of ${paints.length + 1} times`,
      );
    }
  }
  await browser.close();
}

runCommand(async () => {
  shutDownOnSignals();
  try {
    const folder = mkdtempSync(path.join(tmpdir(), "pages-"));
    onShutdown("resources", () => rmSync(folder, { recursive: true, force: true }));
    const { url } = await openDatabases(ROOT, undefined, false);
    const db = openDatabase(url, 1);
    const { accountId } = await createAccount(db, { ...ACCOUNT, balanceMicros: 10n ** 12n }, new Date());
    await db.close();
    const startedAt = performance.now();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await fill(client, accountId);
    await client.end();
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    console.log(`${MESSAGES.toLocaleString("en")} messages in ${seconds} s`);
    const authSecret = randomSecret();
    await run(() => startGateway({ root: ROOT, databaseUrl: url, authSecret, receivers: "", folder }));
  } finally {
    await endAll();
  }
});
