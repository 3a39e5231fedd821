import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "@/server/base/root";
import { LONGEST } from "@/tests/support/longest-first";

test("the files that are begun first are there", () => {
  expect(LONGEST.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
