import type { CredentialKind } from "@/lib/contracts/base/credential-kind";
import type { ErrorCode } from "@/lib/contracts/base/error";
import type { RequestOutcome } from "@/lib/contracts/members/request-outcomes";
import type { ListRequestsRequest } from "@/lib/contracts/members/requests";
import { countedStatement } from "@/lib/db/counted.sql";
import { beyond, nearestFirst, type Stretch } from "@/lib/db/keyset.sql";
import { NOTHING, type Sql, sql } from "@/lib/db/sql";
import { isId } from "@/lib/ids";
import { asksForRefused } from "@/lib/requests/chunks/request-group";

/** A request in a list. */
export type RequestRow = {
  id: string;
  at: Date;
  method: string;
  path: string;
  status: number;
  errorCode: ErrorCode | null;
  durationMs: number;
  credential: CredentialKind;
  apiKeyId: string | null;
  keyName: string | null;
  clientId: string | null;
};

const COLUMNS = sql`r.id, r.at, r.method, r.path, r.status, r.error_code as "errorCode", r.duration_ms as "durationMs",
  r.credential, r.api_key_id as "apiKeyId", k.name as "keyName", k.client_id as "clientId"`;

const PLACE = { at: sql`r.at`, id: sql`r.id` };

/**
 * `api_requests_refused_idx` finds all requests without success. The condition here repeats the index's word
 * for word.
 */
const OUTCOMES: Record<RequestOutcome, Sql> = {
  succeeded: sql`and r.status < 400`,
  refused: sql`and r.status >= 400 and r.status < 500`,
  failed: sql`and r.status >= 400 and r.status >= 500`,
};

/**
 * Reads an account's requests on a stretch, as `RequestRow`. It follows the index of the account's requests by time,
 * or of its refused ones. A path and a key have no index, so the list is searched for them.
 */
export function requestsStatement(accountId: number, asked: ListRequestsRequest, stretch: Stretch): Sql {
  const { status, code, path, key, start, end } = asked;
  return sql`
    select ${COLUMNS} from api_requests r left join api_keys k on k.id = r.api_key_id
    where r.account_id = ${accountId}
      ${status === undefined ? NOTHING : OUTCOMES[status]}
      ${code === undefined ? NOTHING : sql`and r.status >= 400 and r.error_code = ${code}`}
      ${path === undefined ? NOTHING : sql`and r.path = ${path}`}
      ${key === undefined ? NOTHING : madeWith(key)}
      ${start === undefined ? NOTHING : sql`and r.at >= ${start}::timestamptz`}
      ${end === undefined ? NOTHING : sql`and r.at <= ${end}::timestamptz`}
      ${beyond(PLACE, stretch)} ${nearestFirst(PLACE, stretch)}`;
}

/** Counts the listed requests of an account, as a `CountedRow`. Requests without success have their own index. */
export function countRequestsStatement(accountId: number, asked: ListRequestsRequest): Sql {
  const { status, code, path, key, start, end } = asked;
  const rows = sql`from api_requests r where r.account_id = ${accountId} ${asksForRefused(asked) ? sql`and r.status >= 400` : NOTHING}
    ${start === undefined ? NOTHING : sql`and r.at >= ${start}::timestamptz`}
    ${end === undefined ? NOTHING : sql`and r.at <= ${end}::timestamptz`}`;
  return countedStatement(
    { rows, order: sql`order by r.at desc, r.id desc` },
    sql`${status === undefined ? NOTHING : OUTCOMES[status]} ${code === undefined ? NOTHING : sql`and r.error_code = ${code}`}
      ${path === undefined ? NOTHING : sql`and r.path = ${path}`} ${key === undefined ? NOTHING : madeWith(key)}`,
  );
}

function madeWith(key: string): Sql {
  return isId(key) ? sql`and r.api_key_id = ${key}::uuid` : sql`and r.credential = ${key}`;
}

/** A request with the details for its own page. */
export type RequestDetailsRow = RequestRow & {
  requestId: string;
  error: string | null;
  address: string;
  parameters: string;
  messageId: string | null;
};

/** Reads one request of an account, as `RequestDetailsRow`. */
export function requestStatement(accountId: number, id: string): Sql {
  return sql`
    select ${COLUMNS}, r.request_id as "requestId", r.error, r.address, r.parameters, r.message_id as "messageId"
    from api_requests r left join api_keys k on k.id = r.api_key_id
    where r.id = ${id}::uuid and r.account_id = ${accountId}`;
}

/** Reads the id of an account's message; no row if it was deleted. */
export function ownMessageStatement(accountId: number, id: string): Sql {
  return sql`select id from messages where id = ${id}::uuid and account_id = ${accountId}`;
}
