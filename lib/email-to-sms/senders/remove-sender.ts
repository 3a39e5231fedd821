import type { Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { GatewayError } from "@/lib/errors";

/** Takes a sender off an account's list, with its link. @throws GatewayError `not_found`. */
export async function removeSender(tx: Queryable, accountId: number, sender: string): Promise<void> {
  const [gone] = await tx.query(sql`
    delete from email_senders where account_id = ${accountId} and sender = ${sender} returning 1`);
  if (!gone) throw new GatewayError("not_found", `${sender} is not on the list.`);
}
