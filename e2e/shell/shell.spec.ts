import { expect, type Page } from "@playwright/test";
import { expectAccessible, showIn } from "@/e2e/axe";
import { ADMINISTRATOR, ownAccount, programOf } from "@/e2e/own-account";
import { signIn } from "@/e2e/sign-in";
import { test } from "@/e2e/test";

const PHONE = { width: 390, height: 844 };

const paletteOf = (page: Page) => page.getByRole("dialog", { name: "Find anything" });

/** Returns the smaller side of each control in a phone's bars, in pixels. */
function targetsOf(page: Page): Promise<number[]> {
  return page
    .locator("header button, nav[aria-label='Main pages'] :is(a, button)")
    .evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).map((box) => Math.min(box.width, box.height)),
    );
}

test("anything is found from the keyboard: pages, actions, messages and conversations", async ({
  page,
  browser,
}) => {
  const account = await ownAccount(browser, "Finder");
  const program = programOf(page.request, account);
  const number = `6421555${String(Date.now() % 10_000).padStart(4, "0")}`;
  const written = `021 555 ${number.slice(-4)}`;
  const form = { to: number, from: "552", body: "Your kayak is ready", messageClass: "transactional" };
  const { message_id: id } = await (
    await program("/gateway/sms/out", { ...form, messageId: "order-17" })
  ).json();
  await program("/simulator/inbound", { from: number, to: "552", body: "Paddling home now" });
  await signIn(page, "/overview", account);
  const palette = paletteOf(page);
  const field = palette.getByRole("combobox");

  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  for (const [text, found] of [
    [id.slice(0, 13), `To ${written}`],
    ["order-17", `To ${written}`],
    [`555 ${number.slice(-4)}`, `To ${written}`],
    ["ready KAYAK", `To ${written}`],
    ["paddling", "Paddling home now"],
  ] as const) {
    await field.fill(text);
    await expect(palette.getByRole("option", { name: found }).first(), text).toBeVisible();
  }
  for (const colorScheme of ["light", "dark"] as const) {
    await showIn(page, colorScheme);
    await expectAccessible(page);
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(number.slice(-4));
  await expect(page).toHaveTitle(`Conversation with ${written} · Messaging Gateway`);

  await page.keyboard.press("/");
  await field.fill("webh");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("m");
  await expect(page.getByRole("heading", { level: 1, name: "Messages" })).toBeVisible();
  // In a field, a key is a letter.
  await page.getByLabel("Search").pressSequentially("c?");
  await expect(page.getByLabel("Search")).toHaveValue("c?");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet.getByText("New message")).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await page.keyboard.press("c");
  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  await expect(page).toHaveURL(/\/messages/);
});

test("on a phone the bars stay, the menu lies over the page, and a chosen theme is kept", async ({
  page,
  browser,
}) => {
  const account = await ownAccount(browser, "Phone");
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: "light" });
  await signIn(page, "/overview", account);
  await page.mouse.wheel(0, 600);
  await expect(page.getByRole("banner")).toBeInViewport();
  await expect(
    page.getByRole("navigation", { name: "Main pages" }).getByRole("link", { name: "Send" }),
  ).toBeInViewport();
  for (const size of await targetsOf(page)) expect(size).toBeGreaterThanOrEqual(44);

  await page.getByRole("button", { name: "More" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expectAccessible(page);
  await menu.getByRole("button", { name: "Dark theme" }).click();
  const body = page.locator("body");
  await expect(body).toHaveCSS("background-color", "rgb(14, 20, 18)");
  await menu.getByRole("link", { name: "Billing" }).click();
  await expect(menu).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: "Billing" })).toBeVisible();
  await page.reload({ waitUntil: "commit" });
  await expect(body).toHaveCSS("background-color", "rgb(14, 20, 18)");

  await page.getByRole("button", { name: "Find anything" }).click();
  await paletteOf(page).getByRole("combobox").fill("system theme");
  await paletteOf(page).getByRole("option", { name: "System theme" }).click();
  await expect(body).toHaveCSS("background-color", "rgb(250, 250, 247)");
});

test("in a low window the navigation comes with its own page in sight, and stays where a visible one is chosen", async ({
  page,
  browser,
}) => {
  const account = await ownAccount(browser, "Low");
  await page.setViewportSize({ width: 1280, height: 480 });
  await signIn(page, "/settings", account);
  const navigation = page.getByRole("navigation", { name: "Members Area" });
  const linkTo = (name: string) => navigation.getByRole("link", { name, exact: true });
  await expect(linkTo("Settings")).toBeInViewport({ ratio: 1 });
  await expect(linkTo("Overview")).not.toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const scrolled = await navigation.evaluate((list) => list.scrollTop);
  await linkTo("People").click();
  await expect(page.getByRole("heading", { level: 1, name: "People" })).toBeVisible();
  expect(await navigation.evaluate((list) => list.scrollTop)).toBe(scrolled);
  await page.keyboard.press("g");
  await page.keyboard.press("o");
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await expect(linkTo("Overview")).toBeInViewport({ ratio: 1 });
});

test("administration has its own navigation, and a way back", async ({ page, browser }) => {
  const { email } = await ownAccount(browser, "Found by the office");
  await signIn(page, "/overview", ADMINISTRATOR);
  await page
    .getByRole("navigation", { name: "Members Area" })
    .getByRole("link", { name: "Administration" })
    .click();
  const navigation = page.getByRole("navigation", { name: "Administration" });
  await navigation.getByRole("link", { name: "Networks" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Networks" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Members Area" })).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await paletteOf(page).getByRole("combobox").fill(email);
  await paletteOf(page).getByRole("option", { name: email }).click();
  await expect(page).toHaveTitle("Found by the office · Messaging Gateway");
  await navigation.getByRole("link", { name: "Back to your account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
});
