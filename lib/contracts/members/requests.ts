import { z } from "zod";
import { CREDENTIAL_KINDS } from "@/lib/contracts/base/credential-kind";
import { ERRORS, type ErrorCode } from "@/lib/contracts/base/error";
import { nzDateTime } from "@/lib/contracts/base/nz-date-time";
import { label, limit, oneOf, text } from "@/lib/contracts/base/parameters";
import { counted, neighbours, orderedKeyset } from "@/lib/contracts/members/cursor";
import { memberOperation } from "@/lib/contracts/members/operation";
import { REQUEST_OUTCOMES } from "@/lib/contracts/members/request-outcomes";
import * as routes from "@/lib/contracts/routes/developer-routes";

const errorCode = z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]);

/** What a request was made with; the key's name and client ID are null once it is deleted, and without a key. */
const requestCredential = z.object({
  kind: z.enum(CREDENTIAL_KINDS),
  hasKey: z.boolean(),
  name: z.string().nullable(),
  clientId: z.string().nullable(),
});

/** A request to the API; `at` is New Zealand local. */
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

/** The account's requests of the last seven days, newest first. `key` is the ID of a key, or a kind of credential. */
export const listRequestsOperation = memberOperation({
  ...routes.listRequestsOperation,
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
    /** How far the log was searched where that had to end before the page was full; the next page goes on from there. */
    searchedTo: z.string().nullable(),
    /** Whether requests are kept at all, which is for who runs the service to say. */
    isKept: z.boolean(),
  }),
});

/** One request; of its parameters what the log keeps. */
export const readRequestOperation = memberOperation({
  ...routes.readRequestOperation,
  request: z.object({ id: text() }),
  response: requestRecord.extend({
    requestId: z.string(),
    /** The sentence that the caller was told. */
    error: z.string().nullable(),
    /** When the error's code is given, as the documentation says it. */
    cause: z.string().nullable(),
    address: z.string(),
    /** Null where they were not kept: the account's requests had more than the log keeps. */
    parameters: z
      .array(
        z.object({
          name: z.string(),
          value: z.string(),
          isIgnored: z.boolean(),
        }),
      )
      .nullable(),
    /** How many parameters it had beside these: with names that are none, or beyond what is kept of a request. */
    omitted: z.int(),
    messageId: z.string().nullable(),
  }),
});

export type RequestRecord = z.output<typeof requestRecord>;
export type RequestsPage = z.output<typeof listRequestsOperation.response>;
export type RequestDetails = z.output<typeof readRequestOperation.response>;
export type ListRequestsRequest = z.output<typeof listRequestsOperation.request>;
export type RequestsAsked = z.input<typeof listRequestsOperation.request>;
