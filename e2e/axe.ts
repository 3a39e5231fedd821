import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * Looks for what keeps somebody from reading or using a page. Announcements are named by elements that come and go, and
 * a notice that fades out is neither to be read nor to be used any more: both are left out.
 */
export function axeOf(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).exclude("[data-live-announcer]").exclude("[data-exiting]");
}

/** What WCAG 2.2 asks for at level AA. */
export const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What changes with the colours; the rest is the same in the dark, and axe is slow. */
export const RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"];

type Violations = Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"];

/** What is wrong with a page, one line for each rule that it breaks. */
export function linesOf(violations: Violations): string[] {
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}

/** No finding that keeps somebody from reading a page or from using it. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await axeOf(page).analyze();
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(linesOf(grave)).toEqual([]);
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
