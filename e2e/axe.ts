import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * Looks for what keeps somebody from reading or using a page. Announcements are named by elements that come and go, and
 * a notice that fades out is neither to be read nor to be used any more: both are left out.
 */
export function axeOf(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).exclude("[data-live-announcer]").exclude("[data-exiting]");
}

/** Shows a page in a theme, at once and painted: halfway from one to the other no colour is what it is meant to be. */
export async function showIn(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.addStyleTag({ content: "*, ::before, ::after { transition: none !important }" });
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate(twoFrames);
}

/** In the browser: until what has been asked for is painted. */
function twoFrames(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}
