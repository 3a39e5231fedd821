import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { keptFile } from "@/server/base/kept-file";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "gateway-kept-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("keeps what is made the first time, for this user alone", () => {
  const inner = path.join(folder, "data");
  expect(keptFile(inner, "secret", () => "first")).toBe("first");
  expect(keptFile(inner, "secret", () => "second")).toBe("first");
  expect(readFileSync(path.join(inner, "secret"), "utf8")).toBe("first\n");
  expect(readdirSync(inner)).toEqual(["secret"]);
  if (process.platform !== "win32") expect(statSync(path.join(inner, "secret")).mode & 0o777).toBe(0o600);
});

it("has what another process has made meanwhile, whose secret is in use already", () => {
  const file = path.join(folder, "secret");
  const create = () => {
    writeFileSync(file, "other's\n");
    return "own";
  };
  expect(keptFile(folder, "secret", create)).toBe("other's");
  expect(readFileSync(file, "utf8")).toBe("other's\n");
  expect(readdirSync(folder)).toEqual(["secret"]);
});
