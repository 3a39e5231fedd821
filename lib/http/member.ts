import type { z } from "zod";
import { forgetCallers } from "@/lib/accounts/known-callers";
import { findMember, type Member } from "@/lib/accounts/member";
import { type Action, type Actor, type Details, recordActivity } from "@/lib/accounts/record-activity";
import type { MemberOperation } from "@/lib/contracts/members/operation";
import { db, type Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { type Call, callOf } from "@/lib/http/gateway";
import type { Endpoint } from "@/lib/http/handler";
import { readParameters } from "@/lib/http/parameters";
import { parseBy } from "@/lib/http/parse";
import { takeRequest } from "@/lib/http/rate-limit";
import { readSession } from "@/lib/http/session";

/** Writes down, for the account's own activity, what is done in a change. */
type Write = (action: Action, details: Details) => Promise<void>;

/**
 * Changes something of the account and writes it down, in one transaction: a server that is killed in between, or
 * `work` that throws, leaves neither. No password is hashed and nobody is called on the network inside.
 */
type Change = <Result>(work: (tx: Queryable, write: Write) => Promise<Result>) => Promise<Result>;

/** What an operation of the Members Area is given. */
export type MemberCall<Request extends z.ZodType> = Call<Request> & {
  member: Member;
  actor: Actor;
  change: Change;
};

type Run<Request extends z.ZodType, Response_ extends z.ZodType> = (
  call: MemberCall<Request>,
) => Promise<(z.input<Response_> & object) | Response>;

/** An endpoint for who is signed in; what it does concerns that account alone. */
export function member<Request extends z.ZodType, Response_ extends z.ZodType>(
  operation: MemberOperation<Request, Response_>,
  run: Run<Request, Response_>,
): Endpoint {
  return signedIn(operation, run, false);
}

/** An endpoint for administrators. */
export function admin<Request extends z.ZodType, Response_ extends z.ZodType>(
  operation: MemberOperation<Request, Response_>,
  run: Run<Request, Response_>,
): Endpoint {
  return signedIn(operation, run, true);
}

function signedIn<Request extends z.ZodType, Response_ extends z.ZodType>(
  operation: MemberOperation<Request, Response_>,
  run: Run<Request, Response_>,
  asAdmin: boolean,
): Endpoint {
  return {
    run: async (request, headers) => {
      if (request.method !== "GET") requireOwnPage(request);
      const claims = await readSession(request.headers.get("cookie"));
      const found = claims && (await findMember(db(), claims));
      if (!found) throw new GatewayError("invalid_credentials", "You are not signed in, or not any more.");
      takeRequest(found.accountId, headers);
      if (asAdmin && !found.isAdmin) throw new GatewayError("forbidden", "This is for administrators.");
      const call = callOf(request);
      const actor = { accountId: found.accountId, address: call.address };
      const parameters = await readParameters(request);
      const input = parseBy(operation.request, parameters);
      const made = { ...call, member: found, actor, change: changeBy(actor, call.now), input };
      if (request.method === "GET") return run(made);
      // What is changed here counts here at once; on other servers as soon as they look again.
      return run(made).finally(() => forgetCallers(db()));
    },
  };
}

/** Changes of an account by itself. */
function changeBy(actor: Actor, now: Date): Change {
  return (work) =>
    db().transaction((tx) =>
      work(tx, (action, details) => recordActivity(tx, actor.accountId, actor, action, details, now)),
    );
}

/** An endpoint for a page before the Members Area, for whoever has it open. */
export function visitor<Request extends z.ZodType, Response_ extends z.ZodType>(
  operation: MemberOperation<Request, Response_>,
  run: (call: Call<Request>) => Promise<(z.input<Response_> & object) | Response>,
): Endpoint {
  return {
    run: async (request) => {
      if (request.method !== "GET") requireOwnPage(request);
      const parameters = await readParameters(request);
      const call = { ...callOf(request), input: parseBy(operation.request, parameters) };
      const answer = await run(call);
      // Who is refused has changed nothing.
      if (request.method !== "GET") forgetCallers(db());
      return answer;
    },
  };
}

/**
 * Another site may have a visitor's browser send a request with the visitor's cookies; what changes something must come
 * from a page of ours. Browsers say where a request comes from, and pages cannot make them say otherwise.
 */
function requireOwnPage(request: Request): void {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  const host = request.headers.get("host") ?? new URL(request.url).host;
  const own =
    site === null
      ? origin !== null && URL.canParse(origin) && new URL(origin).host === host
      : site === "same-origin";
  if (own) return;
  throw new GatewayError("forbidden", "This request does not come from a page of the Members Area.");
}
