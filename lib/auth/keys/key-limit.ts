import { type KeyLimitRow, keyLimitStatement, spendFromKeyStatement } from "@/lib/auth/keys/key-limit.sql";
import type { Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { formatMoney, toDecimal } from "@/lib/money";
import { nzDate } from "@/lib/sms/nz-time";

/**
 * Counts a charge against the daily limit of the request's key (rules: key limits). Call it in the transaction of the
 * charge, after the charge: the account is then locked, and every charge locks the key after the account.
 * @throws GatewayError `insufficient_funds` if the limit does not cover it, which rolls back the transaction;
 * `invalid_credentials` if the key was deleted meanwhile.
 */
export async function spendFromKey(
  tx: Queryable,
  apiKeyId: string,
  micros: bigint,
  now: Date,
): Promise<void> {
  const day = nzDate(now);
  const [spent] = await tx.query(spendFromKeyStatement(apiKeyId, micros, day));
  if (spent) return;
  const [key] = await tx.query<KeyLimitRow>(keyLimitStatement(apiKeyId, day));
  if (!key) throw new GatewayError("invalid_credentials", "This API key was deleted.");
  const { dailyLimitMicros: most, spentMicros } = key;
  const left = most === null || most < spentMicros ? 0n : most - spentMicros;
  throw new GatewayError(
    "insufficient_funds",
    `This API key's daily limit does not cover this request: ${dollars(left)} of ${dollars(most ?? 0n)} is left today.`,
  );
}

function dollars(micros: bigint): string {
  return formatMoney(toDecimal(micros));
}
