import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "@/e2e/axe";
import { takePicture } from "@/e2e/screens";
import { ACCOUNT, signIn } from "@/e2e/sign-in";
import { test, WALK } from "@/e2e/test";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

/** Names below it never resolve, so nothing leaves this machine. */
const NOWHERE = "https://receiver.invalid";

// The tests share the account's two webhooks.
test.describe.configure({ mode: "serial" });

const regionOf = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Enters URLs that are refused, then sets one URL for both kinds of event. */
async function setUrls(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  const [replies, reports] = [regionOf(page, "Replies"), regionOf(page, "Delivery reports")];
  await replies.getByRole("button", { name: /^(Set URL|Change)/ }).click();
  for (const [url, sentence] of [
    ["http://receiver.invalid/", "must start with https://"],
    ["https://192.168.0.1/", "must name a host on the public Internet"],
  ] as const) {
    await dialog.getByLabel("URL", { exact: true }).fill(url);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText(sentence)).toBeVisible();
  }
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: "Use one URL for both" }).click();
  await dialog.getByLabel("URL", { exact: true }).fill(`${NOWHERE}/both`);
  await dialog.getByRole("button", { name: "Save" }).click();
  for (const region of [replies, reports]) await expect(region).toContainText(`${NOWHERE}/both`);
}

/** Rolls the signing secret twice, and returns both secrets. */
async function rollSecrets(page: Page): Promise<string[]> {
  const dialog = page.getByRole("dialog");
  const secrets: string[] = [];
  for (const verb of [/^(Create secret|Roll secret)$/, "Roll secret"]) {
    const open = page.getByRole("button", { name: verb });
    const isFirst = (await open.textContent()) === "Create secret";
    await open.click();
    await dialog.getByRole("button", { name: verb }).click();
    secrets.push((await dialog.locator("code").textContent()) ?? "");
    // The first secret has no predecessor.
    const previous = dialog.getByText("The previous secret is valid");
    await expect(previous).toHaveCount(isFirst ? 0 : 1);
    await dialog.getByRole("button", { name: "Done, I’ve saved it" }).click();
  }
  expect(new Set(secrets).size).toBe(2);
  for (const secret of secrets) expect(secret).toMatch(/^whsec_/);
  await expect(page.getByText(/is valid for another (24 h 00|23 h 5\d) min/)).toBeVisible();
  return secrets;
}

test("a webhook is set, tested, its secret rolled, its deliveries looked into, and removed", {
  tag: WALK,
}, async ({ page, request }) => {
  // Takes some seconds alone, and more beside other tests.
  test.setTimeout(60_000);
  await signIn(page, "/webhooks");
  const [replies, reports] = [regionOf(page, "Replies"), regionOf(page, "Delivery reports")];
  const dialog = page.getByRole("dialog");
  await setUrls(page);

  await replies.getByRole("button", { name: "Send test event" }).click();
  await expect(dialog).toContainText("Delivery failed");
  await expect(dialog).toContainText('"test": true');
  await dialog.getByRole("button", { name: "Close" }).last().click();

  const secrets = await rollSecrets(page);

  const { email: userId, password } = ACCOUNT;
  const form = { userId, password, to: "64211230099", body: "Kia ora", messageClass: "transactional" };
  expect((await request.post("/gateway/sms/out", { form })).status()).toBe(200);
  const deliveries = page.getByRole("table", { name: "Deliveries" });
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(deliveries).toContainText("could not be resolved", { timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
  await page.getByLabel("Response").selectOption("none");
  await expect(page).toHaveURL(/code=none/);
  await page.getByLabel("Endpoint", { exact: true }).selectOption("report");
  await expect(page).toHaveURL(/kind=report/);

  // The link also names its target, after the time.
  await deliveries
    .getByRole("link", { name: /m Delivery report, (Sending|Retrying|Failed)$/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Delivery report");
  await expect(page.getByText('"type": "dlr"')).toBeVisible();
  await expect(page.getByText("X-Service-Signature:")).toBeVisible();
  for (const secret of secrets) expect(await page.content()).not.toContain(secret);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("Sending again.")).toBeVisible();

  await page.goto("/webhooks");
  await page.getByRole("button", { name: "Replay…" }).click();
  await expect(dialog.getByRole("button", { name: /^Replay \d+ events?$/ })).toBeEnabled();
  await dialog.getByRole("button", { name: /^Replay \d+ events?$/ }).click();
  await expect(page.getByText(/Replaying .*event/)).toBeVisible();

  for (const region of [replies, reports]) {
    await region.getByRole("button", { name: "Remove" }).click();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await expect(region).toContainText("No URL set");
  }
});

test("a paused webhook says since when, and is resumed with one press", async ({ page }) => {
  let resumed: unknown;
  const endpoint = { registeredAt: "2026-11-01 09:00:00", failingSince: null, pausedAt: null, waiting: 0 };
  const paused = { failingSince: "2026-11-10 09:00:00", pausedAt: "2026-11-15 09:00:00", waiting: 12 };
  // Simulated, because the real case takes five days of failures. Only the button's request reaches the
  // server.
  await page.route("**/api/members/webhooks", (route) =>
    route.fulfill({
      json: {
        endpoints: [
          { kind: "inbound", url: NOWHERE, ...endpoint, ...(resumed ? {} : paused) },
          { kind: "report", url: null, ...endpoint },
        ],
        signed: true,
        olderForMs: [],
      },
    }),
  );
  await page.route("**/api/members/webhooks/resume", (route) => {
    resumed = route.request().postDataJSON();
    return route.fulfill({ json: { success: true } });
  });
  await page.clock.install();
  await signIn(page, "/webhooks");
  // The page arrived with the true state. It reads the state again every half minute from the start of its
  // scripts.
  await expect(async () => {
    await page.clock.fastForward(30_000);
    await expect(page.getByText(/^Replies: paused since .*, 9:00 am$/)).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  await expect(page.getByText("12 events are on hold")).toBeVisible();
  await expectAccessible(page);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await takePicture(page, `webhook-paused-${width}`, { fullPage: false });
  }
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByText("paused since")).toHaveCount(0);
  expect(resumed).toEqual({ kind: "inbound" });
});

test("what an attempt by hand comes to is shown as soon as it is known", async ({ page }) => {
  const at = "2026-11-21 09:00:00";
  const url = `${NOWHERE}/before`;
  const failed = { at, url, responseCode: 500, responseBody: "no stock", error: null, durationMs: 12 };
  const delivery = {
    id: "0199e2c4-6f1a-7c3e-9d55-2b8f0a41c7d6",
    kind: "report",
    createdAt: "2026-11-21 09:00:00",
    url: NOWHERE,
    messageId: null,
    body: "{}",
    headers: [],
    responseBody: null,
    error: null,
    durationMs: 12,
  };
  const before = { attempts: 3, mostAttempts: 10, ended: 3, earlier: [failed, failed], nextAttemptAt: null };
  const first = { state: "failed", attemptedAt: failed.at, responseCode: 500, ...before };
  const pending = { ...first, state: "pending", mostAttempts: 13 };
  const last = { ...pending, state: "delivered", attempts: 4, ended: 4, responseCode: 204 };
  // The receiver's response arrives a moment after the page has read the delivery again.
  const answers = [first, pending, { ...last, earlier: [failed, failed, failed] }];
  await page.route("**/api/members/webhooks/delivery?**", (route) =>
    route.fulfill({ json: { ...delivery, ...(answers.length > 1 ? answers.shift() : answers[0]) } }),
  );
  await page.route("**/api/members/webhooks/delivery/resend", (route) =>
    route.fulfill({ json: { success: true } }),
  );
  await signIn(page, `/webhooks/${delivery.id}`);
  await expect(page.getByText("3 (up to 10)")).toBeVisible();
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("4 (up to 13)")).toBeVisible();
  const earlier = page.getByRole("table", { name: "Earlier attempts" });
  await expect(earlier.getByRole("row")).toHaveCount(4);
  await expect(earlier.getByText(url)).toHaveCount(3);
  // The response to an attempt unfolds.
  await expect(earlier.getByText("no stock")).toHaveCount(3);
  await expect(earlier.getByText("no stock").first()).toBeHidden();
  await earlier.getByText("500", { exact: true }).first().click();
  await expect(earlier.getByText("no stock").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Send again" })).not.toHaveAttribute("data-pending", "true");
});

test("a number is blocked by hand, found, and let go again", async ({ page }) => {
  await signIn(page, "/blocked-numbers");
  const number = `6421${String(Date.now() % 10_000_000).padStart(7, "0")}`;
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Block number" }).click();
  await dialog.getByLabel("Number").fill("12");
  await dialog.getByRole("button", { name: "Block" }).click();
  await expect(dialog).toContainText("This is not a phone number.");
  await dialog.getByLabel("Number").fill(`0${number.slice(2)}`);
  await dialog.getByRole("button", { name: "Block" }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByLabel("Number", { exact: true }).fill(`0${number.slice(2)}`);
  await page.getByLabel("Number", { exact: true }).press("Enter");
  const table = page.getByRole("table", { name: "Blocked numbers" });
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(table).toContainText("Manually");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  expect((await download).suggestedFilename()).toBe("blocked-numbers.csv");
  await page.getByRole("button", { name: `Resubscribe ${writtenNumber(number)}` }).click();
  await dialog.getByRole("button", { name: "Resubscribe" }).click();
  await expect(page.getByText("No blocked numbers match")).toBeVisible();
  await page.getByLabel("Show").selectOption("all");
  await expect(table).toContainText("Resubscribed");
});
