import { expect, type Locator, type Page, type Route } from "@playwright/test";
import { askAs, ownAccount, ownNumber, programOf } from "@/e2e/own-account";
import { signIn } from "@/e2e/sign-in";
import { test } from "@/e2e/test";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

const REFUSAL = { success: false, error: "The server is having a bad day.", code: "internal_error" };

/**
 * Holds the first change until the returned function is called, then fails it. Passes later changes through.
 */
async function holdUp(page: Page, path: string): Promise<() => Promise<void>> {
  let hold: ((route: Route) => void) | undefined;
  const held = new Promise<Route>((resolve) => {
    hold = resolve;
  });
  await page.route(`**${path}`, (route) => {
    if (route.request().method() !== "POST" || !hold) return route.fallback();
    hold(route);
    hold = undefined;
  });
  return async () => (await held).fulfill({ status: 500, json: REFUSAL });
}

const expectTold = (page: Page) => expect(page.getByText(REFUSAL.error).first()).toBeVisible();

/** Expects a button whose change is in progress: it ignores a second press, and keeps the focus. */
async function expectBusy(button: Locator): Promise<void> {
  await expect(button).toHaveAttribute("data-pending", "true");
  await expect(button).toHaveAttribute("aria-disabled", "true");
}

/** A key counts as active until the server has disabled it. */
async function expectKeyGuarded(page: Page): Promise<void> {
  await askAs(page, "/api/members/api-keys", { name: "Web shop" });
  await askAs(page, "/api/members/api-keys", { name: "Other" });
  await page.reload();
  const row = page.getByRole("row", { name: /Web shop/ });
  const other = page.getByRole("row", { name: /Other/ });
  const fail = await holdUp(page, "/api/members/api-keys/enable");
  const disable = row.getByRole("button", { name: "Disable" });
  await disable.click();
  await expectBusy(disable);
  await expect(disable).toBeFocused();
  // The response to another key's change does not end the wait for this one.
  await other.getByRole("button", { name: "Disable" }).click();
  await expect(other.getByText("Disabled", { exact: true })).toBeVisible();
  await expectBusy(disable);
  await expect(row.getByText("Active", { exact: true })).toBeVisible();
  await fail();
  await expectTold(page);
  await expect(disable).not.toHaveAttribute("data-pending", "true");
  await expect(row.getByText("Active", { exact: true })).toBeVisible();
  await disable.click();
  await expect(row.getByText("Disabled", { exact: true })).toBeVisible();
  await expect(row.getByRole("button", { name: "Enable" })).toBeFocused();
  await page.reload();
  await expect(row.getByText("Disabled", { exact: true })).toBeVisible();
}

/** A number stays blocked until the server has resubscribed it. */
async function expectNumberGuarded(page: Page, number: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await askAs(page, "/api/members/blocked-numbers", { number });
  await page.goto("/blocked-numbers");
  const row = page.getByRole("row", { name: writtenNumber(number), includeHidden: true });
  const fail = await holdUp(page, "/api/members/blocked-numbers/resubscribe");
  await row.getByRole("button", { name: "Resubscribe" }).click();
  const confirm = dialog.getByRole("button", { name: "Resubscribe" });
  await confirm.click();
  await expectBusy(confirm);
  await expect(row).toHaveCount(1);
  await fail();
  await expectTold(page);
  await expect(row).toHaveCount(1);
  await confirm.click();
  await expect(page.getByText("Number resubscribed.")).toBeVisible();
  await expect(page.getByText("No blocked numbers")).toBeVisible();
  await expect(dialog).toHaveCount(0);
}

/** A request for a domain stays until the server has withdrawn it. */
async function expectRequestGuarded(page: Page, domain: string): Promise<void> {
  await askAs(page, "/api/members/domains/request", { domain });
  await page.goto("/domains");
  const row = page.getByRole("row", { name: new RegExp(domain) });
  const withdraw = row.getByRole("button", { name: "Withdraw" });
  const fail = await holdUp(page, "/api/members/domains/withdraw");
  await withdraw.click();
  await expectBusy(withdraw);
  await expect(row).toBeVisible();
  await fail();
  await expectTold(page);
  await expect(row).toBeVisible();
  await withdraw.click();
  await expect(page.getByText("Request withdrawn.")).toBeVisible();
  await expect(row).toHaveCount(0);
}

/** A switch moves after the server has made the change. */
async function expectSwitchGuarded(page: Page, place: string, name: string, path: string): Promise<void> {
  await page.goto(place);
  const choice = page.getByRole("switch", { name });
  const isOn = await choice.isChecked();
  const fail = await holdUp(page, path);
  await choice.press("Space");
  await expect(page.locator("[aria-busy=true]").getByRole("switch", { name })).toBeFocused();
  await choice.press("Space");
  expect(await choice.isChecked()).toBe(isOn);
  await fail();
  await expectTold(page);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  expect(await choice.isChecked()).toBe(isOn);
  await choice.press("Space");
  await expect(choice).toBeChecked({ checked: !isOn });
  await page.reload();
  await expect(choice).toBeChecked({ checked: !isOn });
}

/** Checks the switches of the settings and of an integration. */
async function expectSwitchesGuarded(page: Page): Promise<void> {
  await expectSwitchGuarded(page, "/settings", "/send.php", "/api/members/settings");
  const integration = "/integrations/storefront";
  const asked = await page.request.get("/api/members/integrations/integration?kind=storefront");
  const [{ id: shortcodeId }] = (await asked.json()).senders;
  await askAs(page, "/api/members/integrations", { kind: "storefront", shortcodeId });
  await expectSwitchGuarded(page, integration, "Enabled", "/api/members/integrations/enable");
  await expectSwitchGuarded(
    page,
    integration,
    "Shopify: order paid: send a text",
    "/api/members/integrations/topics",
  );
}

test("access and consent are shown as changed once they are", async ({ page, browser }) => {
  test.setTimeout(60_000);
  const account = await ownAccount(browser, "Guarded");
  const number = ownNumber();
  await signIn(page, "/api-keys", account);
  await test.step("disabling a key", () => expectKeyGuarded(page));
  await test.step("resubscribing a number", () => expectNumberGuarded(page, number));
  await test.step("withdrawing a request for a domain", () =>
    expectRequestGuarded(page, `guarded-${number}.example.co.nz`));
  await test.step("switches", () => expectSwitchesGuarded(page));
});

test("what is shown before the server has answered is taken back when it fails", async ({
  page,
  browser,
}) => {
  test.setTimeout(60_000);
  const account = await ownAccount(browser, "Optimist");
  const number = ownNumber();
  const program = programOf(page.request, account);
  await program("/gateway/sms/out", { to: number, from: "552", body: "Hi", messageClass: "transactional" });
  await program("/simulator/inbound", { from: number, to: "552", body: "Hi you" });
  await signIn(page, "/inbox", account);

  await test.step("a reply", async () => {
    await page.goto(`/inbox/${number}`);
    const log = page.getByRole("log", { name: "Messages" });
    const field = page.getByLabel("Reply from 552");
    const fail = await holdUp(page, "/api/members/inbox/reply");
    await field.fill("At five – or six?");
    await page.getByRole("button", { name: "Send reply" }).click();
    await expect(log.getByText("At five - or six?")).toBeVisible();
    await expect(log.getByText("Sending…")).toBeVisible();
    await expect(field).toHaveValue("");
    await expect(field).toBeFocused();
    await page.keyboard.type("And bring bread");
    await fail();
    await expect(log.getByText("At five - or six?")).toHaveCount(0);
    await expectTold(page);
    await expect(field).toHaveValue("At five – or six?\nAnd bring bread");
    await page.getByRole("button", { name: "Send reply" }).click();
    await expect(log.getByRole("link", { name: "View message" })).toHaveCount(2);
    await expect(log.getByText("At five - or six?")).toHaveCount(1);
    await expect(log.getByText("Sending…")).toHaveCount(0);
    await expect(field).toHaveValue("");
  });
});

test("a webhook is resumed at once, and stays paused when that fails", async ({ page, browser }) => {
  const endpoint = { registeredAt: "2026-11-01 09:00:00", waiting: 12, url: "https://receiver.invalid/" };
  const since = { failingSince: "2026-11-10 09:00:00", pausedAt: "2026-11-15 09:00:00" };
  // Simulated, because the real case takes five days of failures.
  await page.route("**/api/members/webhooks", (route) =>
    route.fulfill({
      json: { endpoints: [{ kind: "inbound", ...endpoint, ...since }], signed: true, olderForMs: [] },
    }),
  );
  const account = await ownAccount(browser, "Paused");
  await page.clock.install();
  await signIn(page, "/webhooks", account);
  const fail = await holdUp(page, "/api/members/webhooks/resume");
  // The page arrived with the true state. It reads the state again every half minute from the start of its
  // scripts.
  await expect(async () => {
    await page.clock.fastForward(30_000);
    await expect(page.getByText("Replies: paused since")).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByText("paused since")).toHaveCount(0);
  await fail();
  await expect(page.getByText("Replies: paused since")).toBeVisible();
  await expectTold(page);
});
