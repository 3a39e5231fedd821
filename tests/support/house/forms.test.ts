import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "@/server/base/root";

/** The files that draw elements. */
const DRAWN = ["app", "components"].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx") && !name.endsWith(".test.tsx"))
    .map((name) => path.posix.join(folder, name.split(path.sep).join("/"))),
);

/** A form element of the browser, in JSX or made without it. */
const OWN_FORM = /<form[\s>]|createElement\(\s*["'`]form["'`]/;

it("one component is the form of all pages, so that no field reaches an address (rules: early forms)", () => {
  expect(DRAWN.length).toBeGreaterThan(300);
  const found = DRAWN.filter((file) => OWN_FORM.test(readFileSync(path.join(ROOT, file), "utf8")));
  expect(found).toEqual(["components/controls/form.tsx"]);
});

it("no button overrides the submission of its form", () => {
  const override = /\bform(?:Method|Action|EncType|Target)=/;
  expect(DRAWN.filter((file) => override.test(readFileSync(path.join(ROOT, file), "utf8")))).toEqual([]);
});
