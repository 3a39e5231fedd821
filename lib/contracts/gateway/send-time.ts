import { moment, unixTime } from "@/lib/contracts/base/nz-date-time";
import { MAX_DAYS_AHEAD } from "@/lib/contracts/base/values";

/** Creates the schema of a scheduled message's time (rules: scheduled sends). */
export function sendTime() {
  return moment()
    .optional()
    .meta({
      description: `When to send it, at most ${MAX_DAYS_AHEAD} days ahead: New Zealand time as YYYY-MM-DD HH:MM:SS, or ISO 8601 with an offset. Default: now.`,
      examples: ["2026-12-01 09:00:00"],
    });
}

/** Creates the schema of the time in Unix seconds. Programs for another gateway send it. */
export function sendSchedule() {
  return unixTime()
    .optional()
    .meta({ description: "The same as `sendAt`, in Unix seconds.", examples: [1_796_068_800] });
}
