import { existsSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { CHANGELOG } from "@/app/docs/_content/changelog";
import { nzDay } from "@/components/ui/said-time";

const APP = path.join(import.meta.dirname, "..", "..");

/** The folders whose names stand in no address, each tried. */
const GROUPS = ["", "(members)", "docs/(guides)"];

const hasPage = (href: string) =>
  GROUPS.some((group) => {
    const inside = group === "docs/(guides)" ? href.replace(/^\/docs\/?/, "") : href.slice(1);
    return existsSync(path.join(APP, group, inside, "page.tsx"));
  });

it("has each day once, newest first, and none to come", () => {
  const dates = CHANGELOG.map(({ date }) => date);
  expect(dates).toEqual([...new Set(dates)].sort().reverse());
  expect(dates.every((date) => /^\d{4}-\d{2}-\d{2}$/.test(date) && date <= nzDay(new Date()))).toBe(true);
});

it("leads to pages that are there", () => {
  const changes = CHANGELOG.flatMap(({ changes }) => changes);
  const lost = changes.filter(({ href }) => !hasPage(href.split("#")[0] ?? "")).map(({ href }) => href);
  expect(lost).toEqual([]);
  expect(hasPage("/docs/no-such-guide")).toBe(false);
});

it("names each change of a day once, in few words", () => {
  for (const { changes } of CHANGELOG) {
    const titles = changes.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    expect(changes.every(({ text }) => text.split(" ").length <= 40)).toBe(true);
  }
});
