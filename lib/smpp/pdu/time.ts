import { type NZ_ZONE, nzOffsetMs } from "@/lib/sms/nz-time";

/** The clock by which an SMSC writes its dates. */
export type StampZone = "UTC" | typeof NZ_ZONE;

const DATE = /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})?$/;
const DAY_S = 86_400;
const MAX_PERIOD_DAYS = 30;

const twoDigits = (value: number) => String(value).padStart(2, "0");

/**
 * A period from now as an SMPP relative stamp, `YYMMDDhhmmss000R`, rounded down to seconds: one second at least,
 * 30 days at most, since a month has no length.
 */
export function formatPeriod(ms: number): string {
  const seconds = Math.min(Math.max(Math.floor(ms / 1000), 1), MAX_PERIOD_DAYS * DAY_S);
  const days = Math.floor(seconds / DAY_S);
  const rest = seconds % DAY_S;
  const time = [Math.floor(rest / 3600), Math.floor((rest % 3600) / 60), rest % 60];
  return `0000${[days, ...time].map(twoDigits).join("")}000R`;
}

/** An instant as an SMPP absolute stamp in UTC, `YYMMDDhhmmss000+`, rounded down to seconds. */
export function formatInstant(at: Date): string {
  return `${at.toISOString().slice(2, 19).replace(/\D/g, "")}000+`;
}

/**
 * Reads a receipt's date, `YYMMDDhhmm` with or without seconds, by the SMSC's clock. A time that the autumn clock
 * shows twice is one of the two.
 * @returns null for any other text, and a date that does not exist. Never throws.
 */
export function readStamp(text: string, zone: StampZone): Date | null {
  const match = DATE.exec(text);
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const local = Date.UTC(2000 + year, month - 1, day, hour, minute, second);
  const isoDate = new Date(local).toISOString();
  const given = `${2000 + year}-${twoDigits(month)}-${twoDigits(day)}T${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}.000Z`;
  if (isoDate !== given) return null;
  if (zone === "UTC") return new Date(local);
  return new Date(local - nzOffsetMs(local - nzOffsetMs(local)));
}
