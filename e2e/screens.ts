import { expect, type Page } from "@playwright/test";

type Theme = "light" | "dark";

type Screen = { name: string; width: number; height: number; themes: readonly [Theme, Theme] };

/**
 * What pages are looked at on. They are loaded in the first theme and shown in both: each theme is loaded on one of
 * the screens.
 */
export const SCREENS: readonly Screen[] = [
  { name: "phone", width: 390, height: 844, themes: ["light", "dark"] },
  { name: "desktop", width: 1280, height: 800, themes: ["dark", "light"] },
];

/** Pictures prove nothing, and to draw whole pages takes a quarter of the time of the tests that do. */
const { E2E_PICTURES } = process.env;

/** Draws a page into `test-results/screens`, for somebody to look at, where `E2E_PICTURES` is `yes`. */
export async function takePicture(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  if (E2E_PICTURES === "yes") await page.screenshot({ path: `test-results/screens/${name}.png`, fullPage });
}

/** Expects a page to be no wider than its window in both themes, and takes a picture of each if asked to. */
export async function expectNoWider(
  page: Page,
  picture: string,
  { themes, fullPage }: { themes: readonly Theme[]; fullPage: boolean },
): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    const shown = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(shown, `${picture}, ${colorScheme}`).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
    await takePicture(page, `${picture}-${colorScheme}`, { fullPage });
  }
}
