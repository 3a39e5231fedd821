import { afterEach, describe, expect, it, test } from "vitest";
import { loadEnv, reloadEnv } from "@/lib/env";
import { jobsMode } from "@/lib/jobs/mode";

const NAMES = ["JOBS", "INNGEST_DEV", "INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"] as const;

function set(settings: Partial<Record<(typeof NAMES)[number], string>>): void {
  for (const name of NAMES) delete process.env[name];
  Object.assign(process.env, settings);
  reloadEnv();
}

afterEach(() => set({}));

describe("jobsMode", () => {
  const keys = { INNGEST_EVENT_KEY: "key", INNGEST_SIGNING_KEY: "signkey-test-12345678" };
  test.each([
    [{}, "local"],
    [{ INNGEST_DEV: "0" }, "local"],
    [{ INNGEST_EVENT_KEY: "key" }, "local"],
    [{ INNGEST_DEV: "1" }, "inngest"],
    [{ INNGEST_DEV: "http://127.0.0.1:8288" }, "inngest"],
    [keys, "inngest"],
    [{ ...keys, INNGEST_DEV: "0" }, "inngest"],
    [{ ...keys, JOBS: "local" }, "local"],
    [{ INNGEST_DEV: "1", JOBS: "inngest" }, "inngest"],
  ])("%o is %s", (settings, mode) => {
    set(settings);
    expect(jobsMode()).toBe(mode);
  });

  it("says what is missing or wrong", () => {
    expect(() => loadEnv({ JOBS: "inngest" })).toThrow(
      "Setting JOBS is inngest: set INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY, or INNGEST_DEV.",
    );
    expect(() => loadEnv({ JOBS: "cron" })).toThrow("Setting JOBS must be one of inngest, local.");
    expect(() => loadEnv({ INNGEST_DEV: "yes" })).toThrow(
      "Setting INNGEST_DEV must be 1, 0 or an http:// address.",
    );
  });
});
