import { z } from "zod";
import { text } from "@/lib/contracts/parameters";
import { parseNzDateTime } from "@/lib/sms/nz-time";

/**
 * A date or a date with time of New Zealand as an instant (spec "Conventions"). A date alone is its first instant as
 * the start of a range, its last as the end.
 */
export function nzDateTime(edge: "start" | "end") {
  return text().transform((value, context) => {
    const at = parseNzDateTime(value, edge);
    if (at !== null) return at;
    context.addIssue({
      code: "custom",
      message: "must be a date that exists, as YYYY-MM-DD or YYYY-MM-DD HH:MM:SS",
    });
    return z.NEVER;
  });
}
