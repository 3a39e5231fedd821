import type { BrowserContext, Page, Route } from "@playwright/test";

/**
 * Handles a page's requests to an address until the returned function is called. Interception itself stays
 * on: if it is switched off while requests are in progress, Chromium leaves one in fifty of them without a
 * response.
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

/** Handles only the next request of a page to an address. */
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

/**
 * Holds the next request of a page to an address until it is released: to the server, or to `answer`.
 * @returns `hasCome` resolves when there is such a request.
 */
export async function holdOnce(
  page: Page,
  place: string,
  answer: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<{ hasCome: Promise<void>; letGo: () => void }> {
  let letGo = () => {};
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let come = () => {};
  const hasCome = new Promise<void>((resolve) => {
    come = resolve;
  });
  await interceptOnce(page, place, async (route) => {
    come();
    await isLetGo;
    await answer(route);
  });
  return { hasCome, letGo };
}
