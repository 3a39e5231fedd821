import { test as base, type Page } from "@playwright/test";

/** Marks the tests of the browser that `npm test` runs; `npm run test:all` runs all. */
export const WALK = "@walk";

/** How long a page that has loaded may take until its controls listen, in milliseconds. */
const LISTENING_MS = 30_000;

/** How long a page may be at work after that, in milliseconds. */
const IDLE_MS = 2_000;

/** A test whose page, once opened or loaded again, listens to what is pressed. */
export const test = base.extend({
  page: async ({ page }, use) => {
    await use(listening(page));
  },
});

/**
 * Makes a page wait, after each load, until its controls listen: they come from the server before the code that gives
 * them meaning, and a press in between is lost.
 */
export function listening(page: Page): Page {
  const { goto, reload } = page;
  page.goto = async (...args) => {
    const response = await goto.apply(page, args);
    await untilListening(page);
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload.apply(page, args);
    await untilListening(page);
    return response;
  };
  return page;
}

/** Waits until each control of a page belongs to its code. A page without code of ours has none to wait for. */
export async function untilListening(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !("__next_f" in window) ||
      [...document.querySelectorAll("button, input, select, textarea")].every((control) =>
        Object.keys(control).some((key) => key.startsWith("__reactProps$")),
      ),
    undefined,
    { timeout: LISTENING_MS, polling: 50 },
  );
  // React marks a control while it is still at work on the page, and hears a press once it is done.
  await page.evaluate(
    (timeout) => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout })),
    IDLE_MS,
  );
}
