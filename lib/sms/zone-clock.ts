const NAME = /^[A-Za-z][A-Za-z0-9_+-]{0,31}(?:\/[A-Za-z][A-Za-z0-9_+-]{0,31}){0,2}$/;

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/**
 * Returns the zone of a name in its own spelling: `Pacific/Auckland` for `pacific/auckland`. Never throws.
 * @returns null for an unknown zone.
 */
export function zoneNamed(name: string): string | null {
  if (!NAME.test(name)) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Returns a function from an instant to the day of the week (1 is Monday) and the minute of the day in a zone. */
export function zoneClock(zone: string): (at: Date) => { day: number; minute: number } {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const minute = Number(parts.get("hour")) * 60 + Number(parts.get("minute"));
    return { day: DAYS.indexOf(parts.get("weekday") ?? "") + 1, minute };
  };
}
