import { foldedWords } from "@/lib/sms/text/folded-words";
import { isWithinHours, readWeekHours } from "@/lib/sms/week-hours";
import { zoneClock } from "@/lib/sms/zone-clock";

/** Tells whether a route is open at an instant. */
export type RouteHours = (at: Date) => boolean;

/** Tells whether a route is for a text, given as its `foldedWords`. */
export type RouteText = (folded: string) => boolean;

const MINUTE_MS = 60_000;

/** Instants that are remembered for each route: the recipients of a request are due in a few minutes. */
const MAX_MINUTES = 64;

/**
 * The hours of a route by the clock of a zone (rules: route hours); null for a route without hours. Clocks are set forward and
 * back at whole minutes, so that each minute is looked up once.
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

/** The texts of a route, by one of some words and by the words that they begin with (rules: route texts); null for any text. */
export function textOf(words: readonly string[], begins: string | null): RouteText | null {
  if (words.length === 0 && begins === null) return null;
  const [found, first] = [words.map(foldedWords), begins === null ? null : foldedWords(begins)];
  return (folded) =>
    (found.length === 0 || found.some((word) => folded.includes(word))) &&
    (first === null || folded.startsWith(first));
}

/** The folded form of texts: of one that was asked for just before it is not made again. */
export function textFolder(): (text: string) => string {
  let last: { text: string; folded: string } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, folded: foldedWords(text) };
    return last.folded;
  };
}
