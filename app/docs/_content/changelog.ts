import { readFileSync } from "node:fs";
import path from "node:path";

/** The kinds of changes, as Keep a Changelog names them. */
export const CHANGE_KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

/**
 * A change that users of the gateway notice, and the page that explains it. Code in the text is between
 * backticks.
 */
export type Change = { kind: ChangeKind; title: string; text: string; href: string };

/** The changes of one day, in New Zealand. */
export type ChangeDay = { date: string; changes: Change[] };

const DAY = /^## (?:\S+ - )?(\d{4}-\d{2}-\d{2})\n/;
const ENTRY = /^- \*\*(.+?)\*\* \(`(\/[^`]*)`\):\s(.+)$/s;

/** The changes of a changelog by day, newest first, and the unreleased changes. */
export type Changelog = { unreleased: Change[]; days: ChangeDay[] };

/** Returns the days of `CHANGELOG.md`, newest first, and the unreleased changes. */
export function readChangelog(): Changelog {
  return parseChangelog(readFileSync(path.join(process.cwd(), "CHANGELOG.md"), "utf8"));
}

const UNRELEASED = "## Unreleased\n";

/**
 * Returns the days of a changelog, in its order, and the unreleased changes.
 * @throws Error if a heading or an entry is not in the form of `CHANGELOG.md`.
 */
export function parseChangelog(markdown: string): Changelog {
  const [, ...releases] = markdown.split(/^(?=## )/m);
  const [, ...waiting] = (releases.find((release) => release.startsWith(UNRELEASED)) ?? "").split(
    /^(?=### )/m,
  );
  return {
    unreleased: waiting.flatMap(changesOf),
    days: releases.filter((release) => !release.startsWith(UNRELEASED)).map(dayOf),
  };
}

function dayOf(release: string): ChangeDay {
  const [heading = "", ...groups] = release.split(/^(?=### )/m);
  const [, date] = DAY.exec(heading) ?? [];
  if (date === undefined) throw new Error(`The changelog has a release without a date: ${heading.trim()}`);
  return { date, changes: groups.flatMap(changesOf) };
}

function changesOf(group: string): Change[] {
  const [heading = "", ...entries] = group.trim().split(/\n+(?=- )/);
  const kind = CHANGE_KINDS.find((one) => heading === `### ${one}`);
  if (kind === undefined) throw new Error(`The changelog has an unknown kind of change: ${heading}`);
  return entries.map((entry) => {
    const [, title, href, text] = ENTRY.exec(entry) ?? [];
    if (!title || !href || !text) throw new Error(`The changelog has a malformed entry: ${entry}`);
    return { kind, title, href, text: text.replace(/\s+/g, " ") };
  });
}
