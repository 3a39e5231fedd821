import { type Browser, expect, type Page } from "@playwright/test";
import { axeOfAll, linesOf, RULES, RULES_OF_COLOUR, showIn } from "@/e2e/axe";
import { askAs, ownAccount } from "@/e2e/own-account";
import { takePicture } from "@/e2e/screens";
import { enter } from "@/e2e/sign-in";

export const PANE = "/mail-addin/taskpane";

/** The width of a task pane in Outlook. */
export const VIEWPORT = { width: 320, height: 720 };

/** Creates an account with a token, and functions that read its calls and messages in the Members Area. */
export async function ownToken(browser: Browser) {
  const account = await ownAccount(browser, "Mail add-in");
  const own = await browser.newContext();
  await enter(own, account);
  const made = await askAs(own, "/api/members/integrations", { kind: "mail_addin" });
  const { secret } = (await made.json()) as { secret: string };
  const read = async (path: string) => (await own.request.get(`/api/members/${path}`)).json();
  return {
    token: secret,
    calls: async () => (await read("integrations/calls?kind=mail_addin")).calls as { status: number }[],
    messages: async (to: string) =>
      (await read(`messages?search=${to}`)).messages as { to: string; state: string }[],
  };
}

export async function useToken(page: Page, token: string): Promise<void> {
  await page.getByLabel("Add-in token").fill(token);
  await page.getByRole("button", { name: "Save token" }).click();
}

export const numbers = (page: Page) => page.getByRole("textbox", { name: "Numbers" });
export const text = (page: Page) => page.getByRole("textbox", { name: "Text" });
export const send = (page: Page) => page.getByRole("button", { name: /^Send/ });

/** Expects no fault in the current pane, in light and in dark. */
export async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await showIn(page, colorScheme);
    await takePicture(page, `mail-addin-${name}-${colorScheme}`);
    const axe = await axeOfAll(page);
    if (colorScheme === "dark") axe.withRules(RULES_OF_COLOUR);
    else axe.withTags(RULES);
    const { violations } = await axe.analyze();
    expect(linesOf(violations)).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(VIEWPORT.width);
}
