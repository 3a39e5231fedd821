import { paginate } from "@/lib/contracts/base/pagination";
import type { HandsetRequest, HandsetResponse } from "@/lib/contracts/gateway/simulator";
import { tryDecrypt } from "@/lib/crypto/encryption";
import type { Database } from "@/lib/db/client";
import { countReceivedStatement, type ReceivedRow, receivedStatement } from "@/lib/inbound/handset-texts.sql";
import { handsetNumber } from "@/lib/inbound/owner/handset-number";
import { formatNz } from "@/lib/sms/nz-time";

/** Reads the texts that a handset of the simulated network has received from an account, newest first. */
export async function readHandset(
  db: Database,
  accountId: number,
  request: HandsetRequest,
  authSecret: string,
): Promise<HandsetResponse> {
  const { page, limit } = request;
  const msisdn = handsetNumber(request.msisdn);
  const [counted] = await db.query<{ total: number }>(countReceivedStatement(accountId, msisdn));
  const total = counted?.total ?? 0;
  const offset = (page - 1) * limit;
  const rows =
    offset >= total
      ? []
      : await db.query<ReceivedRow>(receivedStatement(accountId, msisdn, { limit, offset }));
  return {
    status: "success",
    messages: rows.map((row) => ({
      messageId: row.id,
      from: row.sender,
      to: row.msisdn,
      body: tryDecrypt(row.encryptedBody, authSecret) ?? row.body,
      receivedTime: formatNz(row.receivedAt),
    })),
    pagination: paginate(request, total),
  };
}
