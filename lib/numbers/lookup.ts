import type { Caller } from "@/lib/auth/callers/caller";
import { spendFromKey } from "@/lib/auth/keys/key-limit";
import type { NumberLookupResponse } from "@/lib/contracts/gateway/number-lookup";
import type { Database, Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { gstMicros } from "@/lib/money";
import { findPorted } from "@/lib/numbers/find-ported";
import { chargeLookupStatement } from "@/lib/numbers/lookup.sql";
import { currentNetwork, loadNetworks, originalNetwork } from "@/lib/numbers/network";
import { INVALID_NUMBER, readNzMobile } from "@/lib/sms/numbers/nz-mobile";

/** The response for a valid number of an unknown network. */
const UNKNOWN = { network: "Unknown", networkCode: "", ported: false };

/**
 * Looks up the network of a New Zealand mobile number (rules: number lookup), and charges for it (rules: lookup fee).
 * The charge is the last step: a failed lookup costs nothing.
 * @param number the number as the caller wrote it.
 * @param feeMicros the price of a lookup, in micro-dollars excluding GST.
 * @throws GatewayError `invalid_number` with a text for the defect, or `insufficient_funds`.
 */
export async function lookupNumber(
  db: Database,
  caller: Caller,
  { number, feeMicros }: { number: string; feeMicros: bigint },
  now: Date,
): Promise<NumberLookupResponse> {
  const { hasGst } = caller;
  const read = readNzMobile(number);
  if ("invalid" in read) {
    throw new GatewayError("invalid_number", "Invalid number", {}, INVALID_NUMBER[read.invalid]);
  }
  const { msisdn } = read;
  const [networks, ported] = await Promise.all([loadNetworks(db, now), findPorted(db, [msisdn])]);
  const original = originalNetwork(networks, msisdn) ?? UNKNOWN;
  const current = currentNetwork(networks, msisdn, ported.get(msisdn)) ?? UNKNOWN;
  // The ledger has no entries of 0.
  if (feeMicros > 0n) {
    await charge(db, caller, { netMicros: feeMicros, gstMicros: gstMicros(feeMicros, hasGst) }, now);
  }
  return {
    success: true,
    number: msisdn,
    carrier: current.network,
    ported: current.ported,
    original_network: original.network,
    current_network: current.network,
    network_code: current.networkCode,
  };
}

async function charge(
  db: Database,
  { accountId, limitedKeyId }: Caller,
  fee: { netMicros: bigint; gstMicros: bigint },
  now: Date,
): Promise<void> {
  const work = async (queryable: Queryable) => {
    const [charged] = await queryable.query(chargeLookupStatement(accountId, fee, now));
    if (!charged)
      throw new GatewayError("insufficient_funds", "The account balance does not cover this request.");
    if (limitedKeyId) await spendFromKey(queryable, limitedKeyId, fee.netMicros + fee.gstMicros, now);
  };
  await (limitedKeyId ? db.transaction(work) : work(db));
}
