import type { Operation } from "@/lib/contracts/base/operation";
import { databaseOfAccount } from "@/lib/db/cells/cells";
import { db } from "@/lib/db/client";
import { storable } from "@/lib/db/storable";
import { env } from "@/lib/env";
import { noteIfAny } from "@/lib/http/log/request-note";
import { toldError } from "@/lib/http/reply/problem";
import type { GatewayRequest } from "@/lib/http/request/gateway-request";
import { redact, redactSentence } from "@/lib/requests/redact";
import { logRequest, type RequestClass } from "@/lib/requests/request-log";

/** Longest sentence of an error that is kept, in characters. */
const SENTENCE_LENGTH = 300;

/** How a request ended. */
type Ended = { requestId: string; status: number; durationMs: number };

/**
 * Notes a request to the API in the log of the account whose credentials it has, if that is known (rules: request log).
 * Nothing is waited for, and the body is not read again. Where the setting is `no`, there is no log.
 * @param failure what its endpoint threw, if it did.
 */
export function logAccountRequest(
  request: GatewayRequest,
  operation: Operation,
  ended: Ended,
  failure: unknown,
): void {
  const note = env().requestLog ? noteIfAny(request) : undefined;
  if (!note?.named) return;
  const { named, parameters, at, address, messageId } = note;
  const { accountId, credential, apiKeyId, isProven } = named;
  const { requestId, status } = ended;
  const { method, path, logged, errorStyle } = operation;
  const of: RequestClass = isProven ? (status < 400 ? "done" : "refused") : "unproven";
  logRequest(databaseOfAccount(db(), accountId), accountId, of, () => {
    const told = failure === undefined ? null : toldError(failure, requestId, errorStyle);
    const error =
      told && storable(redactSentence(told.message, logged, parameters).slice(0, SENTENCE_LENGTH));
    // One literal: put together of others it would take five times as long, at every request.
    return {
      requestId,
      accountId,
      at,
      method,
      path,
      status,
      errorCode: told?.code ?? null,
      error,
      durationMs: Math.round(ended.durationMs),
      credential,
      apiKeyId,
      address,
      parameters: redact(logged, parameters),
      messageId,
    };
  });
}
