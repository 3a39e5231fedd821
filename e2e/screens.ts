import { expect, type Page } from "@playwright/test";

type Theme = "light" | "dark";

type Screen = { name: string; width: number; height: number; themes: readonly [Theme, Theme] };

/**
 * The screens on which pages are checked. A page is loaded in the screen's first theme and shown in both.
 * Each theme is the first one of a screen.
 */
export const SCREENS: readonly Screen[] = [
  { name: "phone", width: 390, height: 844, themes: ["light", "dark"] },
  { name: "desktop", width: 1280, height: 800, themes: ["dark", "light"] },
];

/** Pictures of whole pages take a quarter of the tests' time, and test nothing. */
const { E2E_PICTURES } = process.env;

/** Saves a picture of a page in `test-results/screens` for people to look at, if `E2E_PICTURES` is `yes`. */
export async function takePicture(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  if (E2E_PICTURES === "yes") await page.screenshot({ path: `test-results/screens/${name}.png`, fullPage });
}

/** Expects a page to be no wider than its window in both themes, and saves a picture of each if requested. */
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
