import type { Actor } from "@/lib/activity/record-activity";
import type { Caller } from "@/lib/auth/callers/caller";
import type { Database } from "@/lib/db/client";
import type { QuietHours } from "@/lib/sms/quiet-hours";

/** The settings that sending depends on. */
export type SendRules = {
  maxRecipients: number;
  /** The default minutes in which messages may be handed over. */
  validityMinutes: { otp: number; other: number };
  quiet: QuietHours;
  /** The secret that encrypts one-time codes and stored responses. */
  authSecret: string;
};

/** The caller, the settings and the time of a send, and the person who pressed the button, if there was one. */
export type SendContext = { db: Database; caller: Caller; rules: SendRules; now: Date; actor?: Actor };
