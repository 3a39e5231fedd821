import { expect, type Locator, type Page } from "@playwright/test";
import { type OwnAccount, ownAccount, ownNumber } from "@/e2e/own-account";
import { test } from "@/e2e/test";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

/** More tab stops than any page has before an element. */
const MAX_STOPS = 80;

/** Presses Tab until an element has the focus. At each stop the focus must be visible. */
async function tabTo(page: Page, wanted: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let stops = 0; stops < MAX_STOPS; stops++) {
    await page.keyboard.press(key);
    await expectFocusSeen(page);
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Not reached by ${key}: ${wanted}`);
}

/** Expects the focused element on the screen, with a visible mark on it or on the field around it. */
async function expectFocusSeen(page: Page): Promise<void> {
  const unseen = await page.evaluate(async () => {
    const isMarked = (element: Element | null) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      if (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) return true;
      // A shadow without size or colour does not count.
      return boxShadow.split(/,(?![^(]*\))/).some((shadow) => {
        const sizes = shadow.match(/-?[\d.]+px/g)?.map(Number.parseFloat) ?? [];
        return sizes.some((size) => size !== 0) && !/rgba\(0, 0, 0, 0\)/.test(shadow);
      });
    };
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    // A ring may grow for some frames.
    for (let frame = 0; frame < 30; frame++) {
      const { width, height, top, bottom } = element.getBoundingClientRect();
      const isShown = width > 0 && height > 0 && bottom > 0 && top < innerHeight;
      const around = [element, element.parentElement, element.nextElementSibling, element.closest("label")];
      if (isShown && around.some(isMarked)) return null;
      await new Promise(requestAnimationFrame);
    }
    return element.outerHTML.slice(0, 300);
  });
  expect(unseen, "the focus must be seen").toBeNull();
}

async function signInByKeyboard(page: Page, { email, password }: OwnAccount): Promise<void> {
  await page.goto("/sign-in");
  await tabTo(page, page.getByLabel("Email"));
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel("Password"));
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
}

/** Follows a link of the navigation. */
async function goTo(page: Page, title: string): Promise<void> {
  const places = page.getByRole("navigation", { name: "Members Area" });
  await tabTo(page, places.getByRole("link", { name: title, exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
}

/** Moves the focus to the content with the first tab stop of the page. */
async function skipNavigation(page: Page): Promise<void> {
  await page.reload();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await expectFocusSeen(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").getByRole("link", { name: "Send a message" }).first()).toBeFocused();
}

/** Creates a key in its dialog, which keeps the focus and returns it, and deletes the key. */
async function makeAndDeleteKey(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  await page.reload();
  await goTo(page, "API keys");
  const opener = page.getByRole("main").getByRole("button", { name: "Create key" });
  await tabTo(page, opener);
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Name")).toBeFocused();
  for (let stops = 0; stops < 12; stops++) {
    await page.keyboard.press("Tab");
    await expectFocusSeen(page);
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.type("By keyboard");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("only shown once")).toBeVisible();
  await tabTo(page, dialog.getByRole("button", { name: "Done, I’ve saved it" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("table", { name: "API keys" })).toContainText("By keyboard");
  await expect(opener).toBeFocused();
  await tabTo(page, page.getByRole("button", { name: "Actions for By keyboard" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Delete" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, dialog.getByRole("button", { name: "Delete" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("No API keys yet")).toBeVisible();
  // The focused button was removed with its row.
  await expect(page.getByRole("main")).toBeFocused();
}

/** Fills in the page Send. */
async function sendMessage(page: Page, number: string): Promise<void> {
  await page.reload();
  await goTo(page, "Send");
  await tabTo(page, page.getByRole("textbox", { name: "Numbers" }));
  await page.keyboard.type(number);
  await tabTo(page, page.getByRole("textbox", { name: "Text" }));
  await page.keyboard.type("Kia ora by keyboard");
  await tabTo(page, page.getByRole("radio", { name: "Transactional" }));
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Marketing" })).toBeChecked();
  await page.keyboard.press("ArrowUp");
  await tabTo(page, page.getByRole("button", { name: /^Send/ }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your message is on its way" })).toBeFocused();
}

/** Filters the messages, opens one and goes back. */
async function openMessage(page: Page, number: string): Promise<void> {
  await page.reload();
  await goTo(page, "Messages");
  await tabTo(page, page.getByLabel("Search"));
  await page.keyboard.type(number);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/search=/);
  await tabTo(page, page.getByLabel("Status"));
  await page.keyboard.press("ArrowDown");
  await expect(page).toHaveURL(/status=DELIVRD/);
  await tabTo(
    page,
    page.getByRole("table", { name: "Messages" }).getByRole("link", { name: writtenNumber(number) }),
  );
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: `To ${writtenNumber(number)}` })).toBeVisible();
  // The followed link was removed with its page.
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").getByRole("link", { name: "Messages" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("table", { name: "Messages" })).toBeVisible();
}

/** Opens and closes the menu of a phone. */
async function useMenu(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  const menu = page.getByRole("button", { name: "More" });
  const places = page.getByRole("navigation", { name: "Members Area" });
  await tabTo(page, menu);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(places.getByRole("link", { name: "Overview" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(places).toBeHidden();
  await expect(menu).toBeFocused();
  await page.keyboard.press("Enter");
  await goTo(page, "Inbox");
  await expect(places).toBeHidden();
}

test("all that is done every day is done by keyboard alone", async ({ page, browser }) => {
  test.setTimeout(60_000);
  const account = await ownAccount(browser, "Keyboard");
  await signInByKeyboard(page, account);
  const number = ownNumber();
  await test.step("the first stop leads past the navigation", () => skipNavigation(page));
  await test.step("a key is made in its dialogue, which keeps the focus and gives it back", () =>
    makeAndDeleteKey(page));
  await test.step("a message is sent", () => sendMessage(page, number));
  await test.step("messages are filtered, and one is opened", () => openMessage(page, number));
  await test.step("on a phone the menu opens, and is left as it was entered", () => useMenu(page));
});
