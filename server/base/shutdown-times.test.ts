import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { loadEnv } from "@/lib/env";
import { ROOT } from "@/server/base/root";
import * as times from "@/server/base/shutdown-times";

const DOCS = path.join(ROOT, "docs", "deployment.md");

it("lets a supervisor wait, as it is documented, for longer than a shutdown can take", () => {
  const steps = [times.ANNOUNCE_WITHIN_MS, times.DEAL_WITHIN_MS];
  steps.push(times.STOP_WORKERS_WITHIN_MS, times.STOP_POSTGRES_WITHIN_MS, loadEnv({}).shutdownDelayMs);
  const longestS = steps.reduce((sum, ms) => sum + ms) / 1_000;
  const documented = [...readFileSync(DOCS, "utf8").matchAll(/(?:TimeoutStopSec=|--stop-timeout )(\d+)/g)];
  expect(documented.length).toBeGreaterThanOrEqual(2);
  for (const [, seconds] of documented) expect(Number(seconds)).toBeGreaterThan(longestS);
  expect(times.STOP_WORKERS_WITHIN_MS).toBeGreaterThan(times.STOP_WORKER_MS + times.STOP_PAGES_MS);
});
