import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "@/server/base/root";

const linesOf = (file: string) =>
  readFileSync(path.join(ROOT, file), "utf8")
    .split("\n")
    .filter((line) => line !== "");

it("an image takes along nothing that the repository does not hold: no settings, no data, nothing built", () => {
  const ignored = linesOf(".gitignore").map((pattern) => `**/${pattern.replace(/\/$/, "")}`);
  expect(ignored).toContain("**/.env");
  expect(linesOf(".dockerignore").sort()).toEqual([".git", ...ignored].sort());
});
