import { isFields } from "@/lib/integrations/read-body";
import { short } from "@/lib/integrations/storefront/fields";

/** Longest link in a text. */
const MAX_LINK = 500;

/** The most characters that are searched in a text, the most list entries, and the deepest nesting: plug-ins vary widely. */
const MAX_SEARCHED = 10_000;
const MAX_ENTRIES = 100;
const MAX_DEPTH = 4;

const OF_LINKS = /link|ur[il]/i;

/**
 * Returns the tracking link of a parcel from a text, from JSON or HTML in a text, or from the newest shipment of a
 * list.
 * @returns undefined for a number, and for any link that is neither http nor https.
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

/** Returns links with the newest first. The links of one parcel are in order, and shipments are appended. */
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
