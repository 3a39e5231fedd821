import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parseChangelog, readChangelog } from "@/app/docs/_content/changelog";
import { nzDay } from "@/components/ui/said-time";

const APP = path.join(import.meta.dirname, "..", "..");

/** The folders that do not appear in addresses. */
const GROUPS = ["", "(members)", "docs/(guides)"];

const hasPage = (href: string) =>
  GROUPS.some((group) => {
    const inside = group === "docs/(guides)" ? href.replace(/^\/docs\/?/, "") : href.slice(1);
    return existsSync(path.join(APP, group, inside, "page.tsx"));
  });

const { days: DAYS, unreleased } = readChangelog();

it("has each day once, newest first, and none to come", () => {
  const dates = DAYS.map(({ date }) => date);
  expect(dates.length).toBeGreaterThan(5);
  expect(dates).toEqual([...new Set(dates)].sort().reverse());
  expect(dates.every((date) => date <= nzDay(new Date()))).toBe(true);
});

it("leads to pages that are there", () => {
  const changes = [...unreleased, ...DAYS.flatMap(({ changes }) => changes)];
  const lost = changes.filter(({ href }) => !hasPage(href.split("#")[0] ?? "")).map(({ href }) => href);
  expect(lost).toEqual([]);
  expect(hasPage("/docs/no-such-guide")).toBe(false);
});

it("names each change of a day once, in few words", () => {
  expect(DAYS.every(({ changes }) => changes.length > 0)).toBe(true);
  for (const changes of [unreleased, ...DAYS.map((day) => day.changes)]) {
    const titles = changes.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    expect(changes.every(({ text }) => text.split(" ").length <= 40)).toBe(true);
  }
});

describe("the parser of changelogs", () => {
  it("joins the lines of an entry, and keeps changes apart that are not released", () => {
    const waiting = "## Unreleased\n\n### Added\n\n- **Later** (`/send`): Not yet.\n\n";
    const released = "### Fixed\n\n- **A** (`/inbox`): Reads\n  `a b`.\n- **B** (`/docs#b`): Works.\n";
    expect(parseChangelog(`# Changelog\n\n${waiting}## 1.0.0 - 2026-11-21\n\n${released}`)).toEqual({
      unreleased: [{ kind: "Added", title: "Later", href: "/send", text: "Not yet." }],
      days: [
        {
          date: "2026-11-21",
          changes: [
            { kind: "Fixed", title: "A", href: "/inbox", text: "Reads `a b`." },
            { kind: "Fixed", title: "B", href: "/docs#b", text: "Works." },
          ],
        },
      ],
    });
  });

  it.each([
    ["## Soon\n\n### Added\n\n- **A** (`/send`): Works.\n", "a release without a date: ## Soon"],
    ["## 2026-11-21\n\n### News\n\n- **A** (`/send`): Works.\n", "an unknown kind of change: ### News"],
    ["## 2026-11-21\n\n### Added\n\n- **A**: Works.\n", "a malformed entry: - **A**: Works."],
  ])("refuses %j", (markdown, fault) => {
    expect(() => parseChangelog(`# Changelog\n\n${markdown}`)).toThrow(`The changelog has ${fault}`);
  });
});
