import { defineConfig, devices } from "@playwright/test";
import { findBrowser } from "@/tests/support/browser";

const { E2E_BASE_URL, TEST_RESULTS_FILE } = process.env;
if (!E2E_BASE_URL) {
  throw new Error("These tests need a gateway of their own to talk to: run them by `npm test`.");
}

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  forbidOnly: true,
  workers: 2,
  // A busy machine takes its time; nothing waits longer than it must.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ...(TEST_RESULTS_FILE ? [["json", { outputFile: TEST_RESULTS_FILE }] as const] : [])],
  use: {
    ...devices["Desktop Chrome"],
    baseURL: E2E_BASE_URL,
    launchOptions: await findBrowser(),
    // An element that fades in has wrong colours on the way, and its steps take a twelfth of a run's processor time.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
  },
});
