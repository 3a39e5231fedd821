import path from "node:path";
import { defineConfig } from "vitest/config";

const root = path.resolve(import.meta.dirname, "../..");

/**
 * The project of tests that need programs of other projects. `npm run test:peers` lists the installed ones.
 */
export default defineConfig({
  root,
  resolve: { alias: { "@": root } },
  test: {
    include: ["tests/peers/*.peer.ts"],
    environment: "node",
    // Most of the time is spent waiting for retries of another program.
    maxWorkers: 3,
    provide: { gives: "database", server: "none", cells: "databases", accounts: "at home" },
    setupFiles: ["tests/support/tiers/each-file.ts"],
    globalSetup: ["tests/support/tiers/with-database.ts", "tests/support/tiers/with-build.ts"],
    env: { AUTH_SECRET: "a secret of the tests, and of nothing else", LOG_LEVEL: "silent" },
    // Most tests take seconds, and far longer on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: ["default"],
  },
});
