import { ERRORS } from "@/lib/contracts/base/error";
import type { RequestDetails } from "@/lib/contracts/members/requests";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { isId } from "@/lib/ids";
import { toRequestRecord } from "@/lib/requests/list-requests";
import { type RequestDetailsRow, requestStatement } from "@/lib/requests/list-requests.sql";

/**
 * One request of an account to the API, with what the log keeps of its parameters (rules: request log).
 * @throws GatewayError `not_found`.
 */
export async function readRequest(db: Database, accountId: number, id: string): Promise<RequestDetails> {
  const [row] = isId(id) ? await db.query<RequestDetailsRow>(requestStatement(accountId, id)) : [];
  if (!row)
    throw new GatewayError("not_found", "There is no such request. Requests are kept for seven days.");
  const { requestId, error, address, messageId } = row;
  const kept = Object.entries(JSON.parse(row.parameters) as Record<string, unknown>);
  const parameters = kept.map(([name, value]) => ({ name, value: [value].flat().join(", ") }));
  const cause = row.errorCode && ERRORS[row.errorCode].when;
  return { ...toRequestRecord(row), requestId, error, cause, address, parameters, messageId };
}
