import { setTimeout as sleep } from "node:timers/promises";
import { type BrowserContext, chromium } from "@playwright/test";
import { percentilesOf } from "@/bench/lib/base/percentiles";
import { type Cell, tableOf } from "@/bench/lib/base/table";
import { LARGE, makeAccounts, PASSWORD, writeOldMessages } from "@/bench/lib/growth/old-messages";
import { signIn } from "@/bench/lib/load/sign-in";
import { startServer } from "@/bench/lib/stage/gateway";
import { openStage } from "@/bench/lib/stage/stage";
import { onShutdown } from "@/lib/shutdown";
import { findBrowser } from "@/tests/support/browser";

const WARM_RUNS = 7;
/** The limit of each paint. */
const MAX_PAINT_MS = 300;
/** The time of a server that has loaded its pages before its first reader. */
const REST_MS = 1_000;

/** The pages to open, and the content of each. */
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

/** Replies to one in ten messages, by one of 40,000 people, and an attempt to report every third one. */
const MORE = [
  `insert into inbound_messages (id, account_id, msisdn, shortcode, body, encoding, network, received_at, carrier,
    carrier_reference, related_message_id)
  select gen_random_uuid(), account_id, '64' || (220000000 + abs(hashtext(id::text)) % 40000), '552', 'Thank you!',
    'GSM-7', 'One NZ', accepted_at + interval '3 seconds', 'simulator', id::text, id
  from messages where account_id = $1 and abs(hashtext(id::text)) % 10 = 0`,
  `insert into webhook_endpoints (account_id, kind, url, registered_at) values ($1, 'report', 'https://receiver.invalid/', now())`,
  `insert into webhook_deliveries (id, account_id, kind, message_id, body, created_at, state, attempts, attempted_at,
    attempted_url, response_code, duration_ms)
  select gen_random_uuid(), account_id, 'report', id, '{}', accepted_at, s.state::delivery_state, 1, accepted_at,
    'https://receiver.invalid/', case s.state when 'failed' then 500 else 200 end, 41
  from messages m, lateral (select case when accepted_at < now() - interval '20 days' and status = 'UNDELIV' then 'failed'
    else 'delivered' end as state) s
  where account_id = $1 and abs(hashtext(id::text)) % 3 = 0`,
];
const HEAD = [
  "",
  "empty cache, painted, ms",
  "shown",
  "painted, median",
  "slowest",
  "shown, median",
  "slowest",
];

type Times = { paintMs: number; shownMs: number };

/**
 * Measures the time until each page of an account with half of the messages is painted, and shows its
 * content.
 */
export async function measurePages(count: number, database: string): Promise<string[]> {
  const stage = await openStage({ database });
  const accounts = await makeAccounts(stage.db);
  const [large = 0] = accounts;
  await writeOldMessages(stage.url, { accounts, count, large }, async (client) => {
    for (const text of MORE) await client.query(text, [large]);
  });
  const browser = await chromium.launch(await findBrowser());
  onShutdown("resources", () => browser.close());
  const first = await startServer(stage);
  const cookies = (await signIn(first.port, { userId: LARGE, password: PASSWORD })).split("; ");
  await first.stop();
  const rows: Cell[][] = [];
  const late: string[] = [];
  for (const each of PLACES) {
    // With a server of its own, the first reader of a page is the first of all.
    const gateway = await startServer(stage);
    const baseURL = `http://127.0.0.1:${gateway.port}`;
    await fetch(baseURL);
    await sleep(REST_MS);
    const context = await browser.newContext({ baseURL });
    await context.addCookies(cookies.map((text) => ({ ...cookieOf(text), url: baseURL })));
    const cold = await visit(context, each);
    const warm: Times[] = [];
    for (let run = 0; run < WARM_RUNS; run++) warm.push(await visit(context, each));
    await context.close();
    await gateway.stop();
    const paints = percentilesOf(warm.map(({ paintMs }) => paintMs));
    const shows = percentilesOf(warm.map(({ shownMs }) => shownMs));
    rows.push([each.place, cold.paintMs, cold.shownMs, paints.p50, paints.max, shows.p50, shows.max]);
    if (paints.max > MAX_PAINT_MS)
      late.push(`${each.place} was painted after ${Math.round(paints.max)} ms, over ${MAX_PAINT_MS}.`);
  }
  console.log(tableOf(HEAD, rows));
  return late;
}

function cookieOf(text: string): { name: string; value: string } {
  const at = text.indexOf("=");
  return { name: text.slice(0, at), value: text.slice(at + 1) };
}

/**
 * Opens a page by its address, and reads the times from the browser's own clock. Observers report both: a
 * look at each frame would make the browser draw frames.
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
