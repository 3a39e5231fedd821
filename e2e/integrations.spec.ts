import { expect, type Page } from "@playwright/test";
import { axeOf, linesOf, RULES, RULES_OF_COLOUR, showIn } from "@/e2e/axe";
import { ownAccount, ownNumber } from "@/e2e/own-account";
import { takePicture } from "@/e2e/screens";
import { signIn } from "@/e2e/sign-in";
import { test } from "@/e2e/test";
import {
  INTEGRATION_KINDS,
  INTEGRATIONS,
  type IntegrationKind,
} from "@/lib/contracts/integrations/integration-kind";

// Takes some seconds alone, and more beside other tests.
test.describe.configure({ mode: "parallel", timeout: 90_000 });

/** Returns the faults of the current page: on a phone in light, and on a desktop in dark. Axe is slow. */
async function faults(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [width, colorScheme] of [
    [390, "light"],
    [1440, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await showIn(page, colorScheme);
    const shown = await page.evaluate(() => document.documentElement.scrollWidth);
    if (shown > width) found.push(`at ${width} it is ${shown} wide`);
    const axe = await axeOf(page);
    const { violations } = await (width === 390
      ? axe.withTags(RULES)
      : axe.withRules(RULES_OF_COLOUR)
    ).analyze();
    for (const line of linesOf(violations)) found.push(`at ${width}, ${colorScheme}: ${line}`);
  }
  return found;
}

/** Returns the address and the body in a command of the page. */
function readCommand(command: string): { url: string; data: string } {
  const url = /^curl '([^']+)'/.exec(command)?.[1] ?? "";
  const data = /-d '([^']+)'$/.exec(command)?.[1] ?? "";
  return { url, data };
}

/** Sets an automation up. Returns the address and the body of the command that is shown once. */
async function setUpAutomation(page: Page, number: string): Promise<{ url: string; data: string }> {
  await page.getByLabel("Rate code").fill("zap");
  await page.getByRole("button", { name: "Set up" }).click();

  const dialog = page.getByRole("dialog", { name: "Your key" });
  await dialog.getByLabel("Your mobile number").fill(number);
  expect(await faults(page)).toEqual([]);
  const command = (await dialog.locator("code").last().textContent()) ?? "";
  const { url, data } = readCommand(command);
  expect(url).toBe(await dialog.locator("code").first().textContent());
  expect(JSON.parse(data)).toMatchObject({ to: number });
  await dialog.getByRole("button", { name: "Done, I’ve saved it" }).click();
  await expect(dialog).toBeHidden();
  const key = new URL(url).searchParams.get("key") ?? "";
  expect(key).toMatch(/^isk_/);
  expect(await page.content()).not.toContain(key);
  await expect(page.getByText("No calls yet")).toBeVisible();
  return { url, data };
}

/** Creates a new key. Returns the address with it. */
async function renewKey(page: Page): Promise<string> {
  const dialog = page.getByRole("dialog", { name: "Your key" });
  await page.getByRole("button", { name: "Create new key" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  const renewed = (await dialog.locator("code").first().textContent()) ?? "";
  await dialog.getByRole("button", { name: "Done, I’ve saved it" }).click();
  return renewed;
}

test("an automation is set up, called, looked at, given a new key, and removed", async ({
  page,
  browser,
  request,
}) => {
  const account = await ownAccount(browser, "Automation");
  await signIn(page, "/integrations", account);
  await expect(page.getByText("Not set up")).toHaveCount(INTEGRATION_KINDS.length);
  await page.getByRole("link", { name: "Automation" }).click();
  await expect(page.getByRole("heading", { name: "Set up", exact: true })).toBeVisible();
  expect(await faults(page)).toEqual([]);
  const number = ownNumber();
  const { url, data } = await setUpAutomation(page, number);

  const headers = { "content-type": "application/json" };
  const call = () => request.post(url, { data, headers });
  const answer = await call();
  expect(answer.status(), await answer.text()).toBe(200);
  const calls = page.getByRole("table", { name: "Recent calls" });
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(calls.getByRole("row")).toHaveCount(2);
  await expect(calls).toContainText(`${number.slice(0, 4)}••••${number.slice(-3)}`);
  await expect(calls).toContainText("200");
  expect(await faults(page)).toEqual([]);

  await page.getByRole("switch", { name: "Enabled" }).press("Space");
  await expect(page.getByText("Calls are refused.")).toBeVisible();
  await expect.poll(async () => (await call()).status()).toBe(401);
  await page.getByRole("switch", { name: "Enabled" }).press("Space");
  await expect.poll(async () => (await call()).status()).toBe(200);

  const renewed = await renewKey(page);
  expect(renewed).not.toBe(url);
  expect((await call()).status()).toBe(401);
  expect((await request.post(renewed, { data, headers })).status()).toBe(200);

  const sender = page.getByLabel("Sender");
  await sender.selectOption({ label: "2190 (shared)" });
  await expect(page.getByText("The URL changes with the sender")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  expect((await request.post(renewed, { data, headers })).status()).toBe(401);

  await calls.getByRole("link", { name: /^View/ }).first().click();
  await expect(page.getByText("Kia ora! This is a test.")).toBeVisible();

  await page.goto("/integrations/automation");
  // The calls load last and move the content below. A click at that moment would miss.
  await expect(calls).toContainText("200");
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("button", { name: "Set up" })).toBeVisible();
});

test("a storefront's text is changed beside its preview, and its shop's secret is entered", async ({
  page,
  browser,
}) => {
  await signIn(page, "/integrations/storefront", await ownAccount(browser, "Storefront"));
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("button", { name: "Done, I’ve saved it" }).click();

  const title = "Shopify: order placed";
  await page.getByRole("button", { name: `Edit the text for ${title}` }).click();
  const text = page.getByLabel(`Text for “${title}”`);
  const preview = page.getByRole("region", { name: "Preview" });
  const save = page.getByRole("button", { name: "Save text" });
  await expect(preview).toContainText("Hi Aroha, thank you for order 1001 at Kowhai Books.");
  await text.fill("Kia ora {{first_nme}}");
  await expect(page.getByText("The text names {{first_nme}}, which does not exist.")).toBeVisible();
  await expect(save).toBeDisabled();
  await text.fill("");
  await expect(page.getByText("The text must not be empty.")).toBeVisible();
  await text.fill("Tēnā koe ");
  await page.getByRole("button", { name: "{{first_name}}" }).click();
  await expect(text).toHaveValue("Tēnā koe {{first_name}}");
  await expect(preview).toContainText("Tena koe Aroha");
  await expect(preview).toContainText("14 of 160 characters, 1 part, GSM-7");
  await expect(preview).toContainText("Some characters will be simplified");
  expect(await faults(page)).toEqual([]);
  await save.click();
  await expect(text).toBeHidden();
  const sends = page.getByRole("switch", { name: `${title}: send a text` });
  await sends.press("Space");
  await expect(sends).toBeChecked();
  await page.reload();
  await expect(page.getByText("Tēnā koe {{first_name}}")).toBeVisible();
  await expect(sends).toBeChecked();

  const shop = page.getByRole("region", { name: "Shopify", exact: true });
  await shop.getByRole("button", { name: "Save secret" }).click();
  await expect(shop).toContainText("Enter the secret.");
  await shop.getByLabel("Shopify secret").fill("shpss_of_the_shop");
  await shop.getByRole("button", { name: "Save secret" }).click();
  await expect(shop).toContainText("Secret saved");
  await shop.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(shop.getByLabel("Shopify secret")).toBeVisible();
});

/** The tests above have checked the pages of these kinds. */
const SEEN: readonly IntegrationKind[] = ["automation", "storefront"];

test("every integration's page opens, is set up, and can be read by everybody", async ({ page, browser }) => {
  await signIn(page, "/integrations", await ownAccount(browser, "Every integration"));
  const found: string[] = [];
  for (const kind of INTEGRATION_KINDS) {
    await page.goto(`/integrations/${kind}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(INTEGRATIONS[kind].title);
    await page.getByRole("button", { name: "Set up" }).click();
    if (INTEGRATIONS[kind].secret) await page.getByRole("button", { name: "Done, I’ve saved it" }).click();
    await expect(page.getByRole("heading", { name: "Remove integration" })).toBeVisible();
    await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
    for (const guide of await page.locator("summary").all()) await guide.click();
    if (!SEEN.includes(kind)) found.push(...(await faults(page)).map((fault) => `${kind} ${fault}`));
    await takePicture(page, `integration-${kind}`);
  }
  await page.goto("/integrations");
  await expect(page.getByText("No calls yet")).toHaveCount(INTEGRATION_KINDS.length);
  found.push(...(await faults(page)));
  expect(found).toEqual([]);
  await page.goto("/integrations/nonsense");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
});
