import { isFields } from "@/lib/integrations/read-body";
import { short } from "@/lib/integrations/storefront/fields";

/** Longest link in a text. */
const MAX_LINK = 500;

/** Most characters of a text that are searched, entries of a list, and lists within each other: plug-ins store them as they like. */
const MAX_SEARCHED = 10_000;
const MAX_ENTRIES = 100;
const MAX_DEPTH = 4;

/** Names of fields that hold a link. */
const OF_LINKS = /link|ur[il]/i;

/**
 * Returns the link with which a parcel is tracked: a text that is one or has one, as JSON or HTML do, or the newest entry of a
 * list of shipments.
 * @returns undefined for a number, and for any link but http and https.
 */
export function trackingLink(value: unknown, depth = 0): string | undefined {
  if (typeof value === "string") return linkIn(value);
  if (depth >= MAX_DEPTH) return undefined;
  const inner = Array.isArray(value) ? newestFirst(value, depth) : isFields(value) ? linkFields(value) : [];
  for (const entry of inner.slice(0, MAX_ENTRIES)) {
    const link = trackingLink(entry, depth + 1);
    if (link !== undefined) return link;
  }
  return undefined;
}

/** The links of one parcel are in order; shipments are appended. */
function newestFirst(list: unknown[], depth: number): unknown[] {
  const kept = list.slice(-MAX_ENTRIES);
  return depth === 0 && kept.every((entry) => typeof entry === "string") ? kept : kept.reverse();
}

function linkFields(fields: Readonly<Record<string, unknown>>): unknown[] {
  return Object.entries(fields)
    .filter(([name, value]) => OF_LINKS.test(name) || (typeof value === "object" && value !== null))
    .map(([, value]) => value);
}

function linkIn(text: string): string | undefined {
  const searched = text.slice(0, MAX_SEARCHED).replaceAll("\\/", "/");
  const [found] = /https?:\/\/[^\s"'<>\\]+/i.exec(searched) ?? [];
  const link = short(found?.replaceAll("&amp;", "&"), MAX_LINK);
  return link !== undefined && URL.canParse(link) ? link : undefined;
}
