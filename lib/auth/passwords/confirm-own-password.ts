import { verifyPassword } from "@/lib/auth/passwords/verify-password";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/**
 * Checks that a signed-in person knows the account's password. The errors name no address, because the person entered
 * none.
 * @throws GatewayError `invalid_credentials` for a wrong password, or `too_many_requests` after too many wrong ones.
 */
export async function confirmOwnPassword(
  db: Database,
  { email }: { email: string },
  { password, address }: { password: string; address: string },
  now: Date,
): Promise<void> {
  try {
    await verifyPassword(db, { email, password, address }, now, "members");
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== "invalid_credentials") throw error;
    throw new GatewayError("invalid_credentials", "The current password is wrong.");
  }
}
