import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "@/server/base/root";
import { filesBelow } from "@/tests/support/house/folders";

/** Dollars before a value that no function has formatted, in a template or in JSX. */
const RAW = /NZ\$?\$\{|\$\$\{(?:toDecimal|amount|cost|price|balance)/;

it("writes every amount of money that people read by one function", () => {
  const files = ["app", "components", "lib", "scripts", "server"]
    .flatMap((folder) => filesBelow(ROOT, folder))
    .filter((file) => /\.tsx$|\.ts$/.test(file) && !/\.(?:test|sql)\.tsx?$|\/generated\//.test(file));
  const raw = files.flatMap((file) =>
    readFileSync(path.join(ROOT, file), "utf8")
      .split("\n")
      .flatMap((line, index) => (RAW.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(raw).toEqual([]);
});
