import { Temporal } from "temporal-polyfill";
import { isNewZealand } from "@/lib/sms/numbers/msisdn";
import { NZ_ZONE, nzOffsetMs } from "@/lib/sms/nz-time";

/**
 * Local times `HH:MM`: `start` is quiet, `end` is not. The hours may cross midnight. Equal times mean no quiet hours.
 */
export type QuietHours = { start: string; end: string };

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;
const DAY_MS = 86_400_000;

/**
 * Checks two New Zealand local times `HH:MM` and returns them as quiet hours (rules: quiet hours).
 * @throws RangeError that names the value that is not a time.
 */
export function parseQuietHours(start: string, end: string): QuietHours {
  msOfDay(start);
  msOfDay(end);
  return { start, end };
}

/**
 * Returns the instant at which a message accepted at `at` may be sent (rules: night queue): the next instant at which
 * New Zealand's clock shows `end`. If the clock skips `end` in that night, it is the instant of the clock change.
 * `keepsQuietHours` selects the messages with quiet hours.
 * @returns null if the message may be sent at once.
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
 * Returns whether a message waits for the end of quiet hours (rules: night queue). Messages to numbers in New Zealand
 * wait, except one-time codes. The same rule in SQL: `lib/queue/quiet-hours.sql`.
 */
export function keepsQuietHours(msisdn: string, sendType: "sms" | "otp" | "appointment"): boolean {
  return sendType !== "otp" && isNewZealand(msisdn);
}

/** Returns the first instant after `epochMs` at which the local time of day is `timeMs`. Both are in milliseconds. */
function nextInstantAt(timeMs: number, epochMs: number): Date {
  const today = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(NZ_ZONE).toPlainDate();
  const time = { hour: Math.floor(timeMs / 3_600_000), minute: (timeMs / 60_000) % 60 };
  for (const local of [today.toPlainDateTime(time), today.add({ days: 1 }).toPlainDateTime(time)]) {
    // In the autumn night a time occurs twice, and its first occurrence may be past.
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

/** Returns the clock change nearest to a skipped local time, which was moved past the gap or before it. */
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
