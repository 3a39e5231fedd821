import { expect } from "@playwright/test";
import { ownAccount } from "@/e2e/own-account";
import { enter } from "@/e2e/sign-in";
import { test } from "@/e2e/test";

type Watching = typeof window & { scriptAt?: number };

test("a page is painted before its scripts are loaded, which it says ahead", async ({ page, browser }) => {
  await enter(page, await ownAccount(browser, "Painter"));
  await page.addInitScript(() => {
    const watcher = new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      const isLoaded = (node: Node) => node instanceof HTMLScriptElement && node.src !== "" && !node.noModule;
      if (!added.some(isLoaded)) return;
      (window as Watching).scriptAt = performance.now();
      watcher.disconnect();
    });
    watcher.observe(document, { childList: true, subtree: true });
  });
  for (const place of ["/messages", "/sign-in", "/docs/first-message"]) {
    await page.goto(place);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const seen = await page.evaluate(() => ({
      paintedAt: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
      scriptAt: (window as Watching).scriptAt ?? 0,
      toldAhead: [...document.querySelectorAll("link[data-after-paint]")].map((link) =>
        link.getAttribute("href"),
      ),
      loaded: [...document.scripts].map((script) => script.getAttribute("src")),
    }));
    expect(seen.paintedAt, place).toBeGreaterThan(0);
    expect(seen.scriptAt, place).toBeGreaterThan(seen.paintedAt);
    expect(seen.toldAhead.length, place).toBeGreaterThan(5);
    expect(seen.loaded, place).toEqual(expect.arrayContaining(seen.toldAhead));
  }
});
