import { authSecret } from "@/lib/crypto/auth-secret";
import { env } from "@/lib/env";
import type { SendRules } from "@/lib/messages/send/send-context";
import { parseQuietHours } from "@/lib/sms/quiet-hours";

/** What of the settings sending depends on. */
export function sendRules(): SendRules {
  const { maxRecipients, validityMinutes, night } = env();
  const quiet = parseQuietHours(night.start, night.end);
  return { maxRecipients, validityMinutes, quiet, authSecret: authSecret() };
}
