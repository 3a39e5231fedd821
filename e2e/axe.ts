import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { QUICK_AXE } from "@/e2e/axe/quick-axe";

/** Replaces axe's source if the page has it already: loading it takes longer than some runs. */
const LOADED = ";";

/**
 * Returns a check for barriers to reading or using a page. It leaves out announcements, whose elements come
 * and go, and notices that fade out.
 */
export async function axeOf(page: Page): Promise<AxeBuilder> {
  return (await axeOfAll(page)).exclude("[data-exiting]");
}

/**
 * Returns the same check with fading notices. Our pages have no frames of other origins, so axe runs once in
 * the page. Otherwise Playwright would open a blank page for each run.
 */
export async function axeOfAll(page: Page): Promise<AxeBuilder> {
  const isLoaded = page.frames().length === 1 && (await page.evaluate(() => "axe" in window));
  return new AxeBuilder({ page, axeSource: isLoaded ? LOADED : QUICK_AXE })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .exclude("[data-live-announcer]");
}

/** The rules of WCAG 2.2 at level AA, and good practice: landmarks and headings that describe the page. */
export const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The rules that depend on colours. Axe is slow, and the other rules find the same in dark pages. */
export const RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"];

type Violations = Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"];

/** Formats the faults of a page, one line for each broken rule. */
export function linesOf(violations: Violations): string[] {
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}

/** Expects a page without barriers to reading or using it. */
export async function expectAccessible(page: Page): Promise<void> {
  // Next streams a page's title after the page. On a busy machine it is missing for a moment.
  await expect(page).toHaveTitle(/./);
  await page.evaluate(settled);
  const { violations } = await (await axeOf(page)).withTags(RULES).analyze();
  expect(linesOf(violations)).toEqual([]);
}

/**
 * Shows a page in a theme, without transitions, and waits for the paint: colours are wrong during a
 * transition.
 */
export async function showIn(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.addStyleTag({ content: "*, ::before, ::after { transition: none !important }" });
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate(twoFrames);
}

/** Runs in the browser: resolves when all fades have ended. Colours are wrong during a fade. */
async function settled(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => {
    const end = effect?.getComputedTiming().endTime;
    return end !== undefined && Number.isFinite(Number(end));
  });
  const soon = new Promise((resolve) => setTimeout(resolve, 2_000));
  await Promise.race([soon, Promise.allSettled(ending.map(({ finished }) => finished))]);
}

/** Runs in the browser: resolves when the latest change is painted. */
function twoFrames(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}
