import { type BrowserContext, expect, test } from "@playwright/test";
import { ADMINISTRATOR, askAs, ownAccount, ownNumber, programOf } from "@/e2e/own-account";
import { enter } from "@/e2e/sign-in";

/** Long enough for a page to ask for what it lacks, in milliseconds. */
const FIRST_MS = 1_000;

/** What a page may ask for at once: the stream that tells it of changes. It has none here, so that nothing changes. */
const STREAM = "/api/members/events";

/** How many pages are open at once. */
const AT_ONCE = 5;

async function expectAllWhole(context: BrowserContext, places: readonly string[]): Promise<void> {
  for (let first = 0; first < places.length; first += AT_ONCE)
    await Promise.all(places.slice(first, first + AT_ONCE).map((place) => expectWhole(context, place)));
}

/** Opens a page afresh. Expects it to come with all that it shows, and to agree with what the browser renders. */
async function expectWhole(context: BrowserContext, place: string): Promise<void> {
  const page = await context.newPage();
  const asked: string[] = [];
  const wrong: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(members|admin)\//.test(pathname) && pathname !== STREAM) asked.push(pathname);
  });
  page.on("pageerror", ({ message }) => wrong.push(message));
  await page.route(`**${STREAM}**`, (route) => route.fulfill({ status: 503, json: {} }));
  const answer = await page.goto(place, { waitUntil: "load" });
  expect(await answer?.text(), `${place} comes with a skeleton`).not.toContain('aria-label="Loading"');
  await page.waitForTimeout(FIRST_MS);
  expect({ place, asked, wrong }).toEqual({ place, asked: [], wrong: [] });
  await page.close();
}

test("every page comes with what it shows first", async ({ browser }) => {
  test.setTimeout(240_000);
  const account = await ownAccount(browser, "Reader");
  const context = await browser.newContext();
  await enter(context, account);
  const number = ownNumber();
  const program = programOf(context.request, account);
  await askAs(context, "/api/members/webhooks", { url: "https://receiver.invalid/sms", kind: "both" });
  const sent = await program("/gateway/sms/out", {
    ...{ to: number, body: "Kia ora", messageClass: "transactional", from: "552" },
  });
  await program("/simulator/inbound", { from: number, to: "552", body: "Thanks" });
  const listed = await context.request.get("/api/members/webhooks/deliveries");
  const [delivery] = (await listed.json()).deliveries;
  const month = new Date().toISOString().slice(0, 7);
  await expectAllWhole(context, [
    ...["/overview", "/send", `/messages/${(await sent.json()).message_id}`, "/inbox", `/inbox/${number}`],
    ...["/messages", "/messages?status=DELIVRD", "/blocked-numbers?include=all", "/domains", "/api-keys"],
    ...["/webhooks", `/webhooks/${delivery.id}`, "/integrations", "/integrations/storefront"],
    ...["/integrations/email_to_sms", "/billing", `/billing/statement/${month}`, "/settings", "/handset"],
  ]);
  await context.close();

  const office = await browser.newContext();
  await enter(office, ADMINISTRATOR);
  await expectAllWhole(office, [
    ...["/admin", "/admin/accounts", "/admin/accounts?q=Reader", `/admin/accounts/${account.id}`],
    ...["/admin/domains", "/admin/health", "/admin/inbound", "/admin/networks", "/admin/rates"],
    "/admin/shortcodes",
  ]);
  await office.close();
});
