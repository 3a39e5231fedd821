import { describe, expect, it } from "vitest";
import { importersOf, importersWithin, testsNear } from "@/tests/support/tiers/changed";

const SOURCES = new Map([
  ["lib/a.ts", "export const a = 1;"],
  ["lib/b.ts", 'import { a } from "@/lib/a";'],
  ["lib/b.test.ts", 'import { b } from "./b";'],
  ["lib/c.ts", 'const { b } = await import("@/lib/b");'],
  ["lib/c.test.tsx", 'import { c } from "@/lib/c";'],
]);

describe("importersWithin", () => {
  it.each([
    [0, ["lib/a.ts"]],
    [1, ["lib/a.ts", "lib/b.ts"]],
    [2, ["lib/a.ts", "lib/b.ts", "lib/b.test.ts", "lib/c.ts"]],
    [9, ["lib/a.ts", "lib/b.ts", "lib/b.test.ts", "lib/c.ts", "lib/c.test.tsx"]],
  ])("finds who imports a file by at most %i imports", (imports, files) => {
    expect([...importersWithin(["lib/a.ts"], importersOf(SOURCES), imports)]).toEqual(files);
  });
});

describe("testsNear", () => {
  it("finds the tests of a changed file, and of what imports it", () => {
    const near = testsNear(["lib/sms/text/segments.ts"]);
    expect(near).toContain("lib/sms/text/segments.test.ts");
    expect(near).not.toContain("lib/db/migrations/migrate.test.ts");
  });

  it("finds the tests that name a changed document", () => {
    expect(testsNear(["docs/networks.md"])).toContain("lib/smpp/receipt/corpus-words.test.ts");
  });

  it.each(["prisma/schema.prisma", "package.json", "vitest.config.ts", "tests/support/tiers/each-file.ts"])(
    "has all tests run after a change of %s",
    (file) => {
      expect(testsNear([file])).toBeNull();
    },
  );
});
