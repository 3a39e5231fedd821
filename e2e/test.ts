import { test as base, type Page } from "@playwright/test";

/** Marks the browser tests that `npm test` runs. `npm run test:all` runs all of them. */
export const WALK = "@walk";

/** The maximum time between a page's load and its controls listening, in milliseconds. */
const LISTENING_MS = 30_000;

/** The maximum time that a page may be busy after that, in milliseconds. */
const IDLE_MS = 2_000;

/** A test whose page handles presses after each load. */
export const test = base.extend({
  page: async ({ page }, use) => {
    await use(listening(page));
  },
});

/**
 * Makes a page wait, after each load, until its controls listen. The server's HTML arrives before the code,
 * and a press in between is lost.
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

/** Waits until each control of a page has its code. A page without our code has no such controls. */
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
  // React marks a control while it still works on the page, and handles presses after that.
  await page.evaluate(
    (timeout) => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout })),
    IDLE_MS,
  );
}
