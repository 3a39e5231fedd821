import { Temporal } from "temporal-polyfill";
import { isNewZealand } from "@/lib/sms/numbers/msisdn";
import { NZ_ZONE, nzOffsetMs } from "@/lib/sms/nz-time";

/**
 * Local times `HH:MM`: `start` is quiet, `end` is not. They may cross midnight; equal times mean no quiet
 * hours.
 */
export type QuietHours = { start: string; end: string };

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;
const DAY_MS = 86_400_000;

/**
 * Checks two New Zealand local times `HH:MM` and gives them as quiet hours (rules: quiet hours).
 * @throws RangeError that names the value that is not a time.
 */
export function parseQuietHours(start: string, end: string): QuietHours {
  msOfDay(start);
  msOfDay(end);
  return { start, end };
}

/**
 * When a message accepted at `at` may be sent (rules: quiet hours, night queue). Null means at once;
 * otherwise it is the next instant at which New Zealand's clock shows `end`. On a night that skips `end`, it
 * is the instant of the clock change. `keepsQuietHours` tells which messages have quiet hours.
 * @throws RangeError for an invalid date, or quiet hours that are not times.
 */
export function releaseTime(at: Date, quiet: QuietHours): Date | null {
  const epochMs = at.getTime();
  const localMs = epochMs + nzOffsetMs(epochMs);
  const timeMs = localMs - Math.floor(localMs / DAY_MS) * DAY_MS;
  const startMs = msOfDay(quiet.start);
  const endMs = msOfDay(quiet.end);
  const isQuiet =
    startMs <= endMs ? startMs <= timeMs && timeMs < endMs : startMs <= timeMs || timeMs < endMs;
  return isQuiet ? nextInstantAt(endMs, epochMs) : null;
}

/**
 * Whether a message waits for the end of quiet hours (rules: night queue): to a number in New Zealand, one-time codes
 * apart. As SQL: `lib/queue/quiet-hours.sql`.
 */
export function keepsQuietHours(msisdn: string, sendType: "sms" | "otp" | "appointment"): boolean {
  return sendType !== "otp" && isNewZealand(msisdn);
}

/** The first instant after `epochMs` at which the local time of day is `timeMs`, all in milliseconds. */
function nextInstantAt(timeMs: number, epochMs: number): Date {
  const today = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(NZ_ZONE).toPlainDate();
  const time = { hour: Math.floor(timeMs / 3_600_000), minute: (timeMs / 60_000) % 60 };
  for (const local of [today.toPlainDateTime(time), today.add({ days: 1 }).toPlainDateTime(time)]) {
    // On the autumn night a time comes twice, and the first may have passed.
    for (const disambiguation of ["earlier", "later"] as const) {
      const zoned = local.toZonedDateTime(NZ_ZONE, { disambiguation });
      const isSkipped = !zoned.toPlainDateTime().equals(local);
      const candidateMs = isSkipped ? clockChangeBefore(zoned) : zoned.epochMilliseconds;
      if (candidateMs > epochMs) {
        return new Date(candidateMs);
      }
    }
  }
  throw new RangeError(`no ${timeMs} ms of day follows ${epochMs}`);
}

/** The clock change nearest to a skipped local time, which was moved past the gap or before it. */
function clockChangeBefore(moved: Temporal.ZonedDateTime): number {
  const change = moved.add({ hours: 3 }).getTimeZoneTransition("previous");
  return change === null ? moved.epochMilliseconds : change.epochMilliseconds;
}

function msOfDay(time: string): number {
  const match = TIME.exec(time);
  if (match === null) {
    throw new RangeError(`not a time of day (HH:MM): ${JSON.stringify(time)}`);
  }
  return Number(match[1]) * 3_600_000 + Number(match[2]) * 60_000;
}
