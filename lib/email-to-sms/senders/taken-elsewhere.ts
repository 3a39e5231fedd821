import { GatewayError } from "@/lib/errors";

const UNIQUE_VIOLATION = "23505";
const ONE_ACCOUNT_EACH = "email_senders_confirmed_idx";

/**
 * Throws an error for a sender that another account has confirmed, in place of PostgreSQL's unique violation.
 * @throws GatewayError `conflict`, or the unchanged error.
 */
export function takenElsewhere(error: unknown): never {
  const { code, constraint } = Object(error) as { code?: unknown; constraint?: unknown };
  if (code !== UNIQUE_VIOLATION || constraint !== ONE_ACCOUNT_EACH) throw error;
  throw new GatewayError(
    "conflict",
    "Another account already uses this sender. Remove it from that account first.",
  );
}
