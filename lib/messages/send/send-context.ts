import type { Actor } from "@/lib/activity/record-activity";
import type { Caller } from "@/lib/auth/callers/caller";
import type { Database } from "@/lib/db/client";
import type { QuietHours } from "@/lib/sms/quiet-hours";

/** The settings that sending depends on. */
export type SendRules = {
  maxRecipients: number;
  /** How long messages are worth handing over that do not say it themselves. */
  validityMinutes: { otp: number; other: number };
  quiet: QuietHours;
  /** What one-time codes and stored responses are encrypted under. */
  authSecret: string;
};

/** Who sends, by which settings, and when; the person who pressed the button, where it was one. */
export type SendContext = { db: Database; caller: Caller; rules: SendRules; now: Date; actor?: Actor };
