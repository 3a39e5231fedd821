import { z } from "zod";
import { CREDENTIAL_KINDS } from "@/lib/contracts/base/credential-kind";
import { ERRORS, type ErrorCode } from "@/lib/contracts/base/error";
import { nzDateTime } from "@/lib/contracts/base/nz-date-time";
import { label, limit, oneOf, text } from "@/lib/contracts/base/parameters";
import { DEVELOPERS } from "@/lib/contracts/base/roles";
import { counted, neighbours, orderedKeyset } from "@/lib/contracts/members/cursor";
import { memberOperation } from "@/lib/contracts/members/operation";
import { REQUEST_OUTCOMES } from "@/lib/contracts/members/request-outcomes";

const errorCode = z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]);

/** The credential of a request. The key's name and client ID are null without a key, and after its deletion. */
const requestCredential = z.object({
  kind: z.enum(CREDENTIAL_KINDS),
  hasKey: z.boolean(),
  name: z.string().nullable(),
  clientId: z.string().nullable(),
});

/** A request to the API. `at` is New Zealand local. */
const requestRecord = z.object({
  id: z.string(),
  at: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.int(),
  errorCode: errorCode.nullable(),
  durationMs: z.int(),
  credential: requestCredential,
});

/**
 * Lists the account's requests of the last seven days, newest first. `key` is the ID of a key, or a kind of
 * credential.
 */
export const listRequestsOperation = memberOperation({
  method: "GET",
  path: "/api/members/requests",
  roles: DEVELOPERS,
  request: z.object({
    status: oneOf(REQUEST_OUTCOMES).optional(),
    code: errorCode.optional(),
    path: label(100).optional(),
    key: text()
      .regex(/^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|password|integration)$/, "must be the id of a key")
      .optional(),
    start: nzDateTime("start").optional(),
    end: nzDateTime("end").optional(),
    ...orderedKeyset,
    limit: limit(200, 25),
  }),
  response: z.object({
    requests: z.array(requestRecord),
    total: counted,
    ...neighbours,
    /** The end of the search in the log, if it stopped before the page was full. The next page continues there. */
    searchedTo: z.string().nullable(),
    /** True if this installation stores requests. */
    isKept: z.boolean(),
  }),
});

/** Returns a request, with the stored parameters. */
export const readRequestOperation = memberOperation({
  method: "GET",
  path: "/api/members/requests/request",
  roles: DEVELOPERS,
  request: z.object({ id: text() }),
  response: requestRecord.extend({
    requestId: z.string(),
    /** The sentence in the response. */
    error: z.string().nullable(),
    /** The condition of the error's code, in the words of the documentation. */
    cause: z.string().nullable(),
    address: z.string(),
    /** Null if they were not stored: the account had more requests than the log stores. */
    parameters: z
      .array(
        z.object({
          name: z.string(),
          value: z.string(),
          isIgnored: z.boolean(),
        }),
      )
      .nullable(),
    /** The number of other parameters: with invalid names, or beyond the limit of a request. */
    omitted: z.int(),
    messageId: z.string().nullable(),
  }),
});

export type RequestRecord = z.output<typeof requestRecord>;
export type RequestsPage = z.output<typeof listRequestsOperation.response>;
export type RequestDetails = z.output<typeof readRequestOperation.response>;
export type ListRequestsRequest = z.output<typeof listRequestsOperation.request>;
export type RequestsAsked = z.input<typeof listRequestsOperation.request>;
