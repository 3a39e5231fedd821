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

/** The end of a request. */
type EndedRequest = { requestId: string; status: number; durationMs: number };

/**
 * Adds a request to the log of the account whose credentials it has, if that is known (rules: request log). It waits
 * for nothing, and does not read the body again. If the setting is `no`, there is no log.
 * @param failure the error that its endpoint threw, if it did.
 */
export function logAccountRequest(
  request: GatewayRequest,
  operation: Operation,
  ended: EndedRequest,
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
    // This is one literal: merging several objects would take five times as long, at every request.
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
