import { expect, type Page } from "@playwright/test";

/** Long enough for a page to ask for what it lacks, in milliseconds. */
const FIRST_MS = 1_000;

/** How much later than the page its fonts come, and the answers to its own requests, in milliseconds. */
const LATE_MS = 500;

/** The most that visible content may move by itself while a page loads, by the browser's own measure. */
const MAX_SHIFT = 0.1;

/** What a page may ask for at once: the stream that tells it of changes. It has none here, so that nothing changes. */
const STREAM = "/api/members/events";

type Shifting = typeof window & { shifted: number };
type Listening = typeof window & { listensAt?: number };

/**
 * Watches how pages arrive, which come with all that they show, agree with what the browser renders, and do not move.
 * `open` loads a place afresh. `faults` says what was wrong in its first second, one line for each fault, and is asked
 * before anybody changes the page's size.
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
      // What the page before still asks for is not this one's.
      await page.goto("about:blank");
      place = to;
      asked.length = 0;
      wrong.length = 0;
      await slowPhone?.begin();
      const answer = await page.goto(place, { waitUntil: "load" });
      // By the page's own word: on a busy machine it may be heard of so late that what is asked again every other second is.
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

/** What a slow phone has of this processor, and its network: 1.6 Mbit/s, and 150 ms until an answer begins. */
const SLOW_CPU = 4;
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 96_000 };

/** Slows a page's processor from `begin` to `rest`. */
type SlowPhone = { begin(): Promise<void>; rest(): Promise<void> };

/**
 * Has a page arrive as on a slow phone from now on. The browser slows a processor down by keeping it busy, even while the
 * page only waits: it is to rest once a page has loaded and listens.
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

/** Runs in the browser before the page: notes when all of its controls first belong to their code. */
function noteListening(): void {
  const look = setInterval(() => {
    const controls = [...document.querySelectorAll("button, input, select, textarea")];
    const isCode = (key: string) => key.startsWith("__reactProps$");
    if (controls.length === 0 || !controls.every((control) => Object.keys(control).some(isCode))) return;
    (window as Listening).listensAt = performance.now();
    clearInterval(look);
  }, 20);
}

/** Runs in the browser before the page: adds up how much visible content moves without anybody's doing. */
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
