import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { pageRefusal } from "@/lib/http/paths/page-refusal";
import { ROOT } from "@/server/base/root";

const PUBLISHED = readdirSync(path.join(ROOT, "public"), { recursive: true, encoding: "utf8" })
  .filter((name) => path.extname(name) !== "")
  .map((name) => `/${name.split(path.sep).join("/")}`);

it("reads every file of public, with any ending of its name", () => {
  expect(PUBLISHED).toContain("/samples/verify.php");
  for (const file of PUBLISHED) {
    for (const method of ["GET", "HEAD"]) expect([file, pageRefusal(method, file)]).toEqual([file, null]);
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"])
      expect([file, pageRefusal(method, file)?.code]).toEqual([file, "method_not_allowed"]);
  }
});

it.each([
  "/samples/verify.PHP",
  "/SAMPLES/verify.php",
  "/samples/verify.php/",
  "/samples/verify.php%2f",
  "/samples/verify.php.php",
  "/samples//verify.php",
  "/samples/nope.php",
  "/samples/../verify.php",
  "/samples/%2e%2e/samples/verify.php",
  "/samples/verify.php%00.php",
  "/verify.php",
  "/samples%5cverify.php",
])("finds nothing at %s", (target) => {
  for (const method of ["GET", "HEAD", "POST"]) expect(pageRefusal(method, target)?.code).toBe("not_found");
});

it("reads a name in percent-encoding as the name", () => {
  expect(pageRefusal("GET", "/samples/verify%2ephp")).toBeNull();
  expect(pageRefusal("GET", "/%73amples/verify.ph%70")).toBeNull();
});
