import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { ROOT } from "@/server/base/root";
import { readTestFiles } from "@/tests/support/tiers/test-files";

const { unit, database } = readTestFiles();

it("finds every test file of the repository, each once", () => {
  const listed = execFileSync("git", ["ls-files", "-z", "*.test.ts", "*.test.tsx"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  const files = [...unit, ...database].map((pattern) => pattern.replaceAll("\\", ""));
  expect(new Set(files).size).toBe(files.length);
  expect(listed.split("\0").filter((file) => file !== "" && !files.includes(file))).toEqual([]);
});

it("sees the database that a test asks for, itself or by a helper", () => {
  expect(unit).toContain("lib/sms/text/segments.test.ts");
  expect(database).toContain("lib/db/migrations/migrate.test.ts");
  expect(database).toContain("lib/messages/query/plans.test.ts");
});

it("escapes what has a meaning in a pattern", () => {
  expect(unit).toContain("app/docs/\\(guides\\)/signatures/samples.test.ts");
});
