import type { ListRequestsRequest, RequestRecord, RequestsPage } from "@/lib/contracts/members/requests";
import type { Database } from "@/lib/db/client";
import { readCounted } from "@/lib/db/counted";
import { readKeysetPage } from "@/lib/db/keyset";
import { countRequestsStatement, type RequestRow, requestsStatement } from "@/lib/requests/list-requests.sql";
import { formatNz } from "@/lib/sms/nz-time";

/** A page of an account's requests to the API that a filter lets through, newest first (rules: request log). */
export async function listRequests(
  db: Database,
  accountId: number,
  asked: ListRequestsRequest,
): Promise<Omit<RequestsPage, "isKept">> {
  const [{ rows, newer, older }, total] = await Promise.all([
    readKeysetPage(asked, (stretch) => db.query<RequestRow>(requestsStatement(accountId, asked, stretch))),
    readCounted(db, countRequestsStatement(accountId, asked)),
  ]);
  return { requests: rows.map(toRequestRecord), total, newer, older };
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
