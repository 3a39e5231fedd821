import type { ListRequestsRequest, RequestRecord, RequestsPage } from "@/lib/contracts/members/requests";
import type { Database } from "@/lib/db/client";
import { readSearchedPage } from "@/lib/db/keyset";
import { countRequests } from "@/lib/requests/count-requests";
import { findRequests } from "@/lib/requests/find-requests";
import type { RequestRow } from "@/lib/requests/list-requests.sql";
import { formatNz } from "@/lib/sms/nz-time";

/** Returns a page of an account's requests to the API that match a filter, newest first (rules: request log). */
export async function listRequests(
  db: Database,
  accountId: number,
  asked: ListRequestsRequest,
): Promise<Omit<RequestsPage, "isKept">> {
  const [{ rows, newer, older, stoppedAt }, total] = await Promise.all([
    readSearchedPage(asked, (stretch) => findRequests(db, { accountId, asked, stretch })),
    countRequests(db, accountId, asked),
  ]);
  const searchedTo = stoppedAt && formatNz(stoppedAt.at);
  return { requests: rows.map(toRequestRecord), total, searchedTo, newer, older };
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
