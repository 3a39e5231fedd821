import { describe, expect, it } from "vitest";
import { isInstalled } from "@/scripts/lib/prepare.mjs";

const WANTED = {
  "": { version: "1.0.0" },
  "node_modules/next": { version: "16.4.5" },
  "node_modules/vitest": { version: "4.1.12", dev: true },
  "node_modules/fsevents": { version: "2.3.3", optional: true },
};
const [RUNS, WORKS] = [
  { "node_modules/next": { version: "16.4.5" } },
  { "node_modules/vitest": { version: "4.1.12" } },
];

describe("what is installed", () => {
  it("is enough to run without what tests and checks need", () => {
    expect(isInstalled(WANTED, RUNS, false)).toBe(true);
    expect(isInstalled(WANTED, RUNS, true)).toBe(false);
    expect(isInstalled(WANTED, { ...RUNS, ...WORKS }, true)).toBe(true);
  });

  it("is not enough with another version than the lock file's, or with nothing", () => {
    expect(isInstalled(WANTED, { "node_modules/next": { version: "16.4.4" } }, false)).toBe(false);
    expect(isInstalled(WANTED, { ...RUNS, "node_modules/vitest": { version: "4.0.0" } }, false)).toBe(false);
    expect(isInstalled(WANTED, {}, false)).toBe(false);
  });
});
