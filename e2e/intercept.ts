import type { BrowserContext, Page, Route } from "@playwright/test";

/**
 * Handles the requests of a page to a place until it is told to end. Interception itself stays on: where it is switched off
 * while requests are under way, Chromium leaves one in fifty of them without an answer.
 */
export async function intercept(
  target: Page | BrowserContext,
  place: string,
  handle: (route: Route) => unknown,
): Promise<() => void> {
  let isOn = true;
  await target.route(place, (route) => (isOn ? handle(route) : route.fallback()));
  return () => {
    isOn = false;
  };
}

/** Handles the next request of a page to a place, and none after it. */
export async function interceptOnce(
  page: Page,
  place: string,
  handle: (route: Route) => unknown,
): Promise<void> {
  let isNext = true;
  await page.route(place, (route) => {
    if (!isNext) return route.fallback();
    isNext = false;
    return handle(route);
  });
}
