import { expect, type Page } from "@playwright/test";

/** The time in which a page requests missing data, in milliseconds. */
const FIRST_MS = 1_000;

/** The delay of fonts, and of responses to the page's own requests, in milliseconds. */
const LATE_MS = 500;

/** The maximum layout shift of visible content while a page loads, in the browser's own unit. */
const MAX_SHIFT = 0.1;

/**
 * The only address that a page may request at once: its stream of changes. The test leaves the stream empty,
 * so that nothing changes.
 */
const STREAM = "/api/members/events";

type Shifting = typeof window & { shifted: number };
type Listening = typeof window & { listensAt?: number };

/**
 * Watches pages load. A page must arrive with all of its content, match the browser's own rendering, and not
 * move. `open` loads a page from scratch. `faults` returns the faults of the first second, one a line. Call
 * it before the page's size changes.
 */
export async function watchArrivals(page: Page, slowPhone?: SlowPhone) {
  const asked: { pathname: string; at: number }[] = [];
  const wrong: string[] = [];
  let place = "";
  let loadedAt = 0;
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(members|admin)\//.test(pathname) && pathname !== STREAM)
      asked.push({ pathname, at: Date.now() });
  });
  page.on("pageerror", ({ message }) => wrong.push(message));
  for (const late of ["**/api/members/**", "**/*.woff2"])
    await page.route(late, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, LATE_MS));
      await route.fallback();
    });
  await page.route(`**${STREAM}**`, (route) => route.fulfill({ status: 503, json: {} }));
  await page.addInitScript(measureShifts);
  await page.addInitScript(noteListening);
  return {
    open: async (to: string) => {
      // Ends the requests of the previous page.
      await page.goto("about:blank");
      place = to;
      asked.length = 0;
      wrong.length = 0;
      await slowPhone?.begin();
      const answer = await page.goto(place, { waitUntil: "load" });
      // The time comes from the page itself. On a busy machine the test learns of it so late that periodic
      // reads have begun.
      loadedAt = await page.evaluate(() => {
        const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
        const { listensAt } = window as Listening;
        return performance.timeOrigin + Math.max(navigation?.loadEventEnd ?? 0, listensAt ?? 0);
      });
      await slowPhone?.rest();
      expect(await answer?.text(), `${place} comes with a skeleton`).not.toContain('aria-label="Loading"');
    },
    faults: async (): Promise<string[]> => {
      await page.waitForLoadState("networkidle");
      await page.waitForTimeout(Math.max(loadedAt + FIRST_MS - Date.now(), 0));
      const early = asked.filter(({ at }) => at < loadedAt + FIRST_MS);
      const shifted = await page.evaluate(() => (window as Shifting).shifted);
      return [
        ...early.map(({ pathname }) => `${place} asks for ${pathname}`),
        ...wrong.map((message) => `${place}: ${message}`),
        ...(shifted < MAX_SHIFT ? [] : [`${place} moves by ${shifted}`]),
      ];
    },
  };
}

/** A slow phone's share of this processor, and its network: 1.6 Mbit/s, and a latency of 150 ms. */
const SLOW_CPU = 4;
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 96_000 };

/** Functions that slow a page's processor down and restore it. */
type SlowPhone = { begin(): Promise<void>; rest(): Promise<void> };

/**
 * Makes a page load as on a slow phone. The browser slows a processor down by keeping it busy, even while the
 * page waits, so call `rest` after a page has loaded and listens.
 */
export async function slowDown(page: Page): Promise<SlowPhone> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Network.enable");
  await browser.send("Network.emulateNetworkConditions", SLOW_NETWORK);
  const slow = async (rate: number) => {
    await browser.send("Emulation.setCPUThrottlingRate", { rate });
  };
  return { begin: () => slow(SLOW_CPU), rest: () => slow(1) };
}

/** Runs in the browser before the page: records the time when all controls have their code. */
function noteListening(): void {
  const look = setInterval(() => {
    const controls = [...document.querySelectorAll("button, input, select, textarea")];
    const isCode = (key: string) => key.startsWith("__reactProps$");
    if (controls.length === 0 || !controls.every((control) => Object.keys(control).some(isCode))) return;
    (window as Listening).listensAt = performance.now();
    clearInterval(look);
  }, 20);
}

/** Runs in the browser before the page: adds up the layout shifts without user input. */
function measureShifts(): void {
  const holder = window as Shifting;
  holder.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) holder.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}
