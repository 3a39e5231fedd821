import type { z } from "zod";
import type { Caller } from "@/lib/auth/callers/caller";
import { IGNORED_NAME_LENGTH, ignoredAmong, MAX_IGNORED } from "@/lib/contracts/base/ignored-parameters";
import type { Operation } from "@/lib/contracts/base/operation";
import { authenticated, type Call } from "@/lib/http/gateway";
import type { Endpoint } from "@/lib/http/handler";
import type { RequestNote } from "@/lib/http/log/request-note";
import { jsonReply, storedReply } from "@/lib/http/reply/json-reply";
import { readIdempotencyKey } from "@/lib/messages/send/idempotency";
import { responsePieces } from "@/lib/messages/send/response-pieces";
import type { SendContext, SendRules } from "@/lib/messages/send/send-context";
import type { SendResult } from "@/lib/messages/send/submit";
import { sendRules } from "@/lib/messages/send-rules";
import { excerpt } from "@/lib/parsing/excerpt";

type SendingCall<Request extends z.ZodType> = Call<Request> & { caller: Caller };

/** An operation that sends: `lib/messages/send/send` and others like it. */
type Send<Input> = (
  context: SendContext,
  request: Input,
  idempotencyKey: string | null,
) => Promise<SendResult<object>>;

/**
 * Declares an endpoint that sends. A repeat of a request with the same `Idempotency-Key` gets the first response
 * again, byte for byte, with `Idempotent-Replay: true` (rules: idempotency). A request to many recipients holds one
 * of few places until its answer has been read (rules: heavy requests).
 */
export function sending<Request extends z.ZodType, Answered extends z.ZodType>(
  operation: Operation<Request, Answered>,
  send: Send<z.output<Request>>,
): Endpoint {
  const run = async ({ db, caller, input, header, now, heavyPlace, note }: SendingCall<Request>) => {
    const key = readIdempotencyKey(header("idempotency-key"));
    const rules = sendRules();
    await heavyPlace.enterFor(caller.accountId, recipientsOf(input, rules));
    const result = await send({ db, caller, rules, now }, input, key);
    heavyPlace.beginAnswer();
    const ended = () => heavyPlace.leave();
    if (result.kind === "replay") return storedReply(result.response, ended, { "Idempotent-Replay": "true" });
    note.answered(result.response);
    const response = isSandbox(input) ? withIgnored(result.response, operation, note) : result.response;
    return jsonReply(responsePieces(response), ended);
  };
  return authenticated(operation, run, "at-once");
}

const isSandbox = (input: unknown): boolean => (input as { sandbox?: unknown }).sandbox === true;

/** Adds the names of unknown parameters, if the request has any (rules: sandbox). */
function withIgnored(response: object, operation: Operation, { parameters }: RequestNote): object {
  const names = ignoredAmong(operation, parameters.keys());
  if (names.length === 0) return response;
  const ignored = names.slice(0, MAX_IGNORED).map((name) => excerpt(name, IGNORED_NAME_LENGTH));
  return Object.assign(response, { ignored });
}

/** Returns the number of recipients; 0 for too many, since the operation rejects them. */
function recipientsOf(input: unknown, { maxRecipients }: SendRules): number {
  const { to } = input as { to?: unknown };
  return Array.isArray(to) && to.length <= maxRecipients ? to.length : 0;
}
