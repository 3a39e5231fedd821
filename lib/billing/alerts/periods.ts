import { nzDate, nzMonth, parseNzDateTime } from "@/lib/sms/nz-time";

/** A New Zealand day or month whose charges are watched, both as days and as instants. Each end is exclusive. */
export type Period = {
  kind: "day" | "month";
  firstDay: string;
  nextDay: string;
  start: Date;
  end: Date;
};

/**
 * Returns the period of an instant (rules: new zealand time). A day on which the clock changes has 23 or 25 hours.
 */
export function periodAt(kind: Period["kind"], at: Date): Period {
  const { start, end } = kind === "month" ? nzMonth(at) : dayOf(at);
  return { kind, firstDay: nzDate(start), nextDay: nzDate(end), start, end };
}

/** Returns the previous period. */
export function periodBefore({ kind, start }: Period): Period {
  return periodAt(kind, new Date(start.getTime() - 1));
}

function dayOf(at: Date): { start: Date; end: Date } {
  const day = nzDate(at);
  const [start, last] = [parseNzDateTime(day, "start"), parseNzDateTime(day, "end")];
  if (start === null || last === null) throw new RangeError("The day of an instant was not read.");
  return { start, end: new Date(last.getTime() + 1) };
}
