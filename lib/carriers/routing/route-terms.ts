import { foldedWords } from "@/lib/sms/text/folded-words";
import { isWithinHours, readWeekHours } from "@/lib/sms/week-hours";
import { zoneClock } from "@/lib/sms/zone-clock";

/** Returns whether a route is open at an instant. */
export type RouteHours = (at: Date) => boolean;

/** Returns whether a route applies to a text, which is passed as its `foldedWords`. */
export type RouteText = (folded: string) => boolean;

const MINUTE_MS = 60_000;

/**
 * The most minutes that are cached for each route. The recipients of a request are due within a few minutes.
 */
const MAX_MINUTES = 64;

/**
 * Returns a route's opening hours in a time zone (rules: route hours); null for a route without hours. Time
 * changes happen at whole minutes, so one lookup per minute is enough.
 */
export function hoursOf(hours: string | null, zone: string | null): RouteHours | null {
  if (hours === null || zone === null) return null;
  const week = readWeekHours(hours) ?? [];
  const clock = zoneClock(zone);
  const known = new Map<number, boolean>();
  return (at) => {
    const minute = Math.floor(at.getTime() / MINUTE_MS);
    let isOpen = known.get(minute);
    if (isOpen === undefined) {
      if (known.size >= MAX_MINUTES) known.clear();
      isOpen = isWithinHours(week, clock(at));
      known.set(minute, isOpen);
    }
    return isOpen;
  };
}

/**
 * Returns the test of a route's texts: a text contains one of `words`, and begins with `begins`
 * (rules: route texts). Null if the route applies to any text.
 */
export function textOf(words: readonly string[], begins: string | null): RouteText | null {
  if (words.length === 0 && begins === null) return null;
  const [found, first] = [words.map(foldedWords), begins === null ? null : foldedWords(begins)];
  return (folded) =>
    (found.length === 0 || found.some((word) => folded.includes(word))) &&
    (first === null || folded.startsWith(first));
}

/** Returns a function that folds texts. It reuses the result if the same text comes twice in a row. */
export function textFolder(): (text: string) => string {
  let last: { text: string; folded: string } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, folded: foldedWords(text) };
    return last.folded;
  };
}
