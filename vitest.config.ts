import { defineConfig } from "vitest/config";

/** The tests of what our own server answers by itself. */
const MOUNTED = [
  "app/{gateway,send.php,email,healthz}/**/*.test.ts",
  "lib/http/limits/rate-limit.test.ts",
  "lib/integrations/kinds/*.test.ts",
];

/** What is run, by what answers the calls: the API's tests run against servers too, with the same expectations. */
const TESTS = {
  none: ["{app,bench,components,inngest,lib,scripts,server,tests}/**/*.test.{ts,tsx}"],
  own: MOUNTED,
  next: [...MOUNTED, "app/{simulator,api/admin,api/members}/**/*.test.ts"],
};

const server = (process.env.TEST_SERVER || "none") as keyof typeof TESTS;
if (!(server in TESTS)) throw new Error(`TEST_SERVER is ${server}: it must be own or next.`);

const resultsFile = process.env.TEST_RESULTS_FILE;

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    environment: "node",
    // A server outlives the file that it is first asked by, and Next is slow to start.
    isolate: server === "none",
    include: TESTS[server],
    provide: { server },
    globalSetup: ["tests/support/server/global-setup.ts"],
    setupFiles: server === "none" ? [] : ["tests/support/server/tested-server-setup.ts"],
    env: {
      AUTH_SECRET: "a secret of the tests, and of nothing else",
      LOG_LEVEL: "silent",
    },
    // Mostly they wait for the database, which is a process of its own.
    maxWorkers: "100%",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine takes its time; nothing waits longer than it must.
    expect: { poll: { timeout: 30_000 } },
    // Next says each time that it has read its settings.
    onConsoleLog: (line) => !line.includes("Running next.config.ts"),
    reporters: resultsFile ? ["default", ["json", { outputFile: resultsFile }]] : ["default"],
  },
});
