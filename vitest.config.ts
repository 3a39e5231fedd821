import { defineConfig } from "vitest/config";

const resultsFile = process.env.TEST_RESULTS_FILE;

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    environment: "node",
    include: ["{app,bench,components,inngest,lib,scripts}/**/*.test.{ts,tsx}"],
    globalSetup: ["lib/testing/global-setup.ts"],
    env: {
      AUTH_SECRET: "a secret of the tests, and of nothing else",
      LOG_LEVEL: "silent",
    },
    // Mostly they wait for the database, which is a process of its own.
    maxWorkers: "100%",
    testTimeout: 20_000,
    hookTimeout: 30_000,
    reporters: resultsFile ? ["default", ["json", { outputFile: resultsFile }]] : ["default"],
  },
});
