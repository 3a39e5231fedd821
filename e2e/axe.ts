import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { QUICK_AXE } from "@/e2e/axe/quick-axe";

/** In place of axe's source where a page has it already: reading it takes longer than some of its runs. */
const LOADED = ";";

/**
 * Looks for what keeps somebody from reading or using a page. Two things are left out: announcements, whose
 * elements come and go, and notices that fade out.
 */
export async function axeOf(page: Page): Promise<AxeBuilder> {
  return (await axeOfAll(page)).exclude("[data-exiting]");
}

/**
 * The same with notices that fade out. No page of ours has frames of other origins, so that one run in the page
 * does; the other way opens a blank page for each look.
 */
export async function axeOfAll(page: Page): Promise<AxeBuilder> {
  const isLoaded = page.frames().length === 1 && (await page.evaluate(() => "axe" in window));
  return new AxeBuilder({ page, axeSource: isLoaded ? LOADED : QUICK_AXE })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .exclude("[data-live-announcer]");
}

/** What WCAG 2.2 asks for at level AA, and what is good practice besides: landmarks and headings that say what is where. */
export const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The rules that depend on colours. Axe is slow, and the other rules find the same in the dark. */
export const RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"];

type Violations = Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"];

/** The faults of a page, one line for each broken rule. */
export function linesOf(violations: Violations): string[] {
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}

/** Expects no fault that keeps somebody from reading or using a page. */
export async function expectAccessible(page: Page): Promise<void> {
  // Next streams a page's title behind it: on a busy machine there is none for a moment.
  await expect(page).toHaveTitle(/./);
  await page.evaluate(settled);
  const { violations } = await (await axeOf(page)).withTags(RULES).analyze();
  expect(linesOf(violations)).toEqual([]);
}

/**
 * Shows a page in a theme, without transitions and painted: in the middle of one, no colour is the right one.
 */
export async function showIn(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.addStyleTag({ content: "*, ::before, ::after { transition: none !important }" });
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate(twoFrames);
}

/** Runs in the browser: resolves when what fades in or out has done so. In between, no colour is the right one. */
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
