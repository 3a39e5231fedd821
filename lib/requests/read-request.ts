import { ERRORS } from "@/lib/contracts/base/error";
import type { RequestDetails } from "@/lib/contracts/members/requests";
import { OPERATIONS } from "@/lib/contracts/operations";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { isId } from "@/lib/ids";
import { chunkRequest } from "@/lib/requests/chunk-requests";
import { readKept } from "@/lib/requests/kept-parameters";
import { toRequestRecord } from "@/lib/requests/list-requests";
import {
  ownMessageStatement,
  type RequestDetailsRow,
  requestStatement,
} from "@/lib/requests/list-requests.sql";

/**
 * Returns one request of an account to the API, with the logged part of its parameters (rules: request log).
 * @throws GatewayError `not_found`.
 */
export async function readRequest(db: Database, accountId: number, id: string): Promise<RequestDetails> {
  const row = await findRequest(db, accountId, id);
  if (!row)
    throw new GatewayError("not_found", "There is no such request. Requests are kept for seven days.");
  const { requestId, error, address } = row;
  const cause = row.errorCode && ERRORS[row.errorCode].when;
  const operation = OPERATIONS.find(({ method, path }) => method === row.method && path === row.path);
  const messageId = row.messageId && (await existingMessage(db, accountId, row.messageId));
  return {
    ...toRequestRecord(row),
    requestId,
    error,
    cause,
    address,
    ...readKept(row.parameters, operation),
    messageId,
  };
}

/** Returns one request of an account from either form of the log. */
export async function findRequest(
  db: Database,
  accountId: number,
  id: string,
): Promise<RequestDetailsRow | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await db.query<RequestDetailsRow>(requestStatement(accountId, id));
  return row ?? chunkRequest(db, accountId, id);
}

/** Returns the id of a message, unless it was deleted. */
async function existingMessage(db: Database, accountId: number, id: string): Promise<string | null> {
  const [message] = await db.query<{ id: string }>(ownMessageStatement(accountId, id));
  return message?.id ?? null;
}
