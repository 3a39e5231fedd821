import type { ListRequestsRequest, RequestRecord } from "@/lib/contracts/members/requests";
import type { Database } from "@/lib/db/client";
import { readKeysetPage } from "@/lib/db/keyset";
import { type RequestRow, requestsStatement } from "@/lib/requests/list-requests.sql";
import { formatNz } from "@/lib/sms/nz-time";

/** A page of an account's requests to the API that a filter lets through, newest first (rules: request log). */
export async function listRequests(
  db: Database,
  accountId: number,
  asked: ListRequestsRequest,
): Promise<{ requests: RequestRecord[]; newer: string | null; older: string | null }> {
  const { rows, newer, older } = await readKeysetPage(asked, (stretch) =>
    db.query<RequestRow>(requestsStatement(accountId, asked, stretch)),
  );
  return { requests: rows.map(toRequestRecord), newer, older };
}

export function toRequestRecord(row: RequestRow): RequestRecord {
  const {
    id,
    at,
    method,
    path,
    status,
    errorCode,
    durationMs,
    credential: kind,
    keyName: name,
    clientId,
  } = row;
  const credential = { kind, hasKey: row.apiKeyId !== null, name, clientId };
  return { id, at: formatNz(at), method, path, status, errorCode, durationMs, credential };
}
