import { type Browser, expect, type Page } from "@playwright/test";
import { slowDown, watchArrivals } from "@/e2e/arrival/watch-arrivals";
import { askAs, ownAccount, ownNumber, programOf } from "@/e2e/own-account";
import { enter } from "@/e2e/sign-in";
import { test } from "@/e2e/test";

// Includes animations, which some readers turn off.
test.use({ contextOptions: { reducedMotion: "no-preference" } });
// The tests are long, so each begins as soon as a worker is free.
test.describe.configure({ mode: "parallel" });

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

/**
 * The pages to load. Other tests load pages on a phone, pages of single things and pages of Administration.
 */
const PLACES = [
  "overview",
  "send",
  "messages",
  "sends",
  "inbox",
  "auto-replies",
  "contacts",
  "templates",
  "blocked-numbers",
  "domains",
  "api-keys",
  "requests",
  "webhooks",
  "integrations",
  "integrations/email_to_sms",
  "integrations/storefront",
  "billing",
  "people",
  "settings",
  "handset",
];

/** Pages for readers without a session. They are also loaded on a slow phone. */
const OPEN = ["", "sign-in", "docs", "docs/reference", "docs/errors", "status"];

/** Signs in to an account with messages, replies and a webhook. */
async function enterSteady(page: Page, browser: Browser): Promise<void> {
  const account = await ownAccount(browser, "Steady");
  const program = programOf(page.request, account);
  await enter(page, account);
  await askAs(page, "/api/members/webhooks", { url: "https://receiver.invalid/sms", kind: "both" });
  const shop = await page.request.get("/api/members/integrations/integration?kind=storefront");
  const [sender] = (await shop.json()).senders;
  for (const given of [{ kind: "email_to_sms" }, { kind: "storefront", shortcodeId: sender.id }])
    await askAs(page, "/api/members/integrations", given);
  for (let count = 0; count < 6; count++) {
    const form = {
      to: ownNumber(),
      from: "552",
      body: "Kia ora! Your table is ready.",
      messageClass: "transactional",
    };
    await program("/gateway/sms/out", form);
    await program("/simulator/inbound", { from: form.to, to: "552", body: "Thanks" });
  }
}

test("what a page shows does not move while it loads on a desktop", async ({ page, browser }) => {
  test.setTimeout(120_000);
  await page.setViewportSize(DESKTOP);
  await enterSteady(page, browser);
  const arrivals = await watchArrivals(page);
  for (const place of PLACES) {
    await arrivals.open(`/${place}`);
    expect(await arrivals.faults()).toEqual([]);
    await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
  }
});

for (const [name, places] of [
  ["before signing in", OPEN],
  ["of messaging", PLACES.slice(0, 9)],
  ["of an account", PLACES.slice(9)],
] as const)
  test(`nor on a slow phone, on the pages ${name}`, async ({ page, browser }) => {
    test.setTimeout(180_000);
    await page.setViewportSize(PHONE);
    if (places !== OPEN) await enterSteady(page, browser);
    const arrivals = await watchArrivals(page, await slowDown(page));
    const faults: string[] = [];
    for (const place of places) {
      await arrivals.open(`/${place}`);
      faults.push(...(await arrivals.faults()));
    }
    expect(faults).toEqual([]);
  });
