import { moment, unixTime } from "@/lib/contracts/base/nz-date-time";
import { MAX_DAYS_AHEAD } from "@/lib/contracts/base/values";

/** When a message is to be sent, for those that wait (rules: scheduled sends). */
export function sendTime() {
  return moment()
    .optional()
    .meta({
      description: `When to send it, at most ${MAX_DAYS_AHEAD} days ahead: New Zealand time as YYYY-MM-DD HH:MM:SS, or ISO 8601 with an offset. Default: now.`,
      examples: ["2026-12-01 09:00:00"],
    });
}

/** The same in Unix seconds, as programs that were written for another gateway have it (rules: scheduled sends). */
export function sendSchedule() {
  return unixTime()
    .optional()
    .meta({ description: "The same as `sendAt`, in Unix seconds.", examples: [1_796_068_800] });
}
