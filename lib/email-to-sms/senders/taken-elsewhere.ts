import { GatewayError } from "@/lib/errors";

const UNIQUE_VIOLATION = "23505";
const ONE_ACCOUNT_EACH = "email_senders_confirmed_idx";

/**
 * In place of the database's refusal to let a second account have a sender that one has confirmed.
 * @throws GatewayError `conflict`, or the error as it was.
 */
export function takenElsewhere(error: unknown): never {
  const { code, constraint } = Object(error) as { code?: unknown; constraint?: unknown };
  if (code !== UNIQUE_VIOLATION || constraint !== ONE_ACCOUNT_EACH) throw error;
  throw new GatewayError(
    "conflict",
    "Another account already uses this sender. Remove it from that account first.",
  );
}
