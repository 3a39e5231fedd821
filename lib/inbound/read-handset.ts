import { paginate } from "@/lib/contracts/base/pagination";
import type { HandsetRequest, HandsetResponse } from "@/lib/contracts/gateway/simulator";
import { tryDecrypt } from "@/lib/crypto/encryption";
import type { Database } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { handsetNumber } from "@/lib/inbound/handset-number";
import { formatNz } from "@/lib/sms/nz-time";

type Row = {
  id: string;
  sender: string;
  msisdn: string;
  body: string;
  encryptedBody: Buffer | null;
  receivedAt: Date;
};

/** What a handset of the simulated network has received from an account, newest first. */
export async function readHandset(
  db: Database,
  accountId: number,
  request: HandsetRequest,
  authSecret: string,
): Promise<HandsetResponse> {
  const { page, limit } = request;
  // The network keeps any text as a client reference; a cast of what is no id of ours would fail the statement.
  const received = sql`
    from simulated_messages s
    join messages m on m.account_id = ${accountId} and m.id =
      case when s.client_reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then s.client_reference::uuid end
    where s.msisdn = ${handsetNumber(request.msisdn)}`;
  const [counted] = await db.query<{ total: number }>(sql`select count(*)::int as total ${received}`);
  const total = counted?.total ?? 0;
  const offset = (page - 1) * limit;
  const rows =
    offset >= total
      ? []
      : await db.query<Row>(sql`
          select m.id, s.sender, s.msisdn, s.body, s.encrypted_body as "encryptedBody", s.received_at as "receivedAt" ${received}
          order by s.received_at desc, s.reference desc limit ${limit} offset ${offset}`);
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
