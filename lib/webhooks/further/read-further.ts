import { listSenders } from "@/lib/accounts/settings";
import { MAX_ENDPOINTS } from "@/lib/contracts/base/values";
import type { FurtherEndpoints } from "@/lib/contracts/members/further-endpoints";
import type { Database } from "@/lib/db/client";
import { formatNz } from "@/lib/sms/nz-time";
import { type FurtherRow, furtherEndpointsStatement } from "@/lib/webhooks/further/endpoints.sql";

/**
 * Reads an account's further endpoints in the order of creation, and the senders that an endpoint may be limited to.
 */
export async function readFurther(db: Database, accountId: number): Promise<FurtherEndpoints> {
  const [rows, senders] = await Promise.all([
    db.query<FurtherRow>(furtherEndpointsStatement(accountId, MAX_ENDPOINTS)),
    listSenders(db, accountId),
  ]);
  const at = (time: Date | null) => time && formatNz(time);
  return {
    endpoints: rows.map(({ registeredAt, failingSince, pausedAt, answeredAt, ...row }) => ({
      ...row,
      registeredAt: formatNz(registeredAt),
      failingSince: at(failingSince),
      pausedAt: at(pausedAt),
      answeredAt: at(answeredAt),
    })),
    senders: senders.map(({ number }) => number),
  };
}
