import { authSecret } from "@/lib/crypto/auth-secret";
import { env } from "@/lib/env";
import type { SendRules } from "@/lib/messages/send/send-context";
import { parseQuietHours } from "@/lib/sms/quiet-hours";

/** Returns the settings that sending depends on. */
export function sendRules(): SendRules {
  const { maxRecipients, validityMinutes, night } = env();
  const quiet = parseQuietHours(night.start, night.end);
  return { maxRecipients, validityMinutes, quiet, authSecret: authSecret() };
}
