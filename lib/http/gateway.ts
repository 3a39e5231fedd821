import type { z } from "zod";
import type { Caller } from "@/lib/auth/callers/caller";
import { refuseUnread, type Stranger } from "@/lib/auth/limits/strangers";
import type { Operation } from "@/lib/contracts/base/operation";
import { type Database, db } from "@/lib/db/client";
import { authenticate } from "@/lib/http/authenticate";
import { UNVERIFIED } from "@/lib/http/body/body";
import { readParameters } from "@/lib/http/body/parameters";
import { parseBy } from "@/lib/http/body/parse";
import { byTurn, type TurnTaking } from "@/lib/http/body/turns";
import type { Endpoint } from "@/lib/http/handler";
import { type HeavyPlace, heavyPlaceOf } from "@/lib/http/limits/heavy-requests";
import { takeRequest } from "@/lib/http/limits/rate-limit";
import { noteOf, type RequestNote } from "@/lib/http/log/request-note";
import type { Reply } from "@/lib/http/reply/reply";
import type { GatewayRequest } from "@/lib/http/request/gateway-request";

/** The arguments of an operation. */
export type Call<Request extends z.ZodType> = {
  /** The database of the account, or of the home cell while no account is known (rules: cells). */
  db: Database;
  now: Date;
  input: z.output<Request>;
  /** The address the request came from, for failure limits. */
  address: string;
  header(name: string): string | null;
  /** The place to enter before work that grows with the number of recipients. */
  heavyPlace: HeavyPlace;
  /** The findings about the request, for the log of its account. */
  note: RequestNote;
};

/** The result of an operation: its response according to its contract, or a finished reply. */
type OperationResult<Answered extends z.ZodType | null> = Promise<
  (Answered extends z.ZodType ? z.input<Answered> & object : never) | Reply
>;

/**
 * Declares an endpoint that anyone may call. The operation itself checks the credentials.
 * @param kind of the credentials in the body. If an address is over its limit of them, the body is not read
 * (rules: look-ups).
 */
export function open<Request_ extends z.ZodType, Answered extends z.ZodType | null>(
  operation: Operation<Request_, Answered>,
  kind: Stranger["kind"],
  run: (call: Call<Request_>) => OperationResult<Answered>,
): Endpoint {
  return {
    operation,
    run: async (request) => {
      const call = callOf(request);
      refuseUnread({ kind, address: call.address }, call.now);
      const parameters = await readParameters(request, UNVERIFIED, "lenient");
      call.note.parameters = parameters;
      return run({ ...call, input: parseBy(operation.request, parameters) });
    },
  };
}

/**
 * Declares an endpoint for an account, with the credentials that its operation accepts (rules: credentials), within
 * the account's rate limit. The response of a `long` one may go out several times, so it must not be a finished
 * reply.
 */
export function authenticated<Request_ extends z.ZodType, Answered extends z.ZodType | null>(
  operation: Operation<Request_, Answered>,
  run: (call: Call<Request_> & { caller: Caller }) => OperationResult<Answered>,
  turnTaking: TurnTaking | ((input: z.output<Request_>) => TurnTaking) = "in-turn",
): Endpoint {
  return {
    operation,
    run: async (request, headers) => {
      const call = callOf(request);
      const { caller, db, readParameters } = await authenticate(call, request, operation.callers);
      takeRequest(caller.accountId, headers);
      const parameters = await readParameters();
      call.note.parameters = parameters;
      const input = parseBy(operation.request, parameters);
      const taking = typeof turnTaking === "string" ? turnTaking : turnTaking(input);
      const { accountId } = caller;
      const { now, address, header, heavyPlace, note } = call;
      return byTurn(taking, { accountId, path: operation.path, input }, () =>
        run({ db, now, address, header, heavyPlace, note, caller, input }),
      );
    },
  };
}

/** Returns the arguments that every operation gets from its request. */
export function callOf(request: GatewayRequest): Omit<Call<never>, "input"> {
  const note = noteOf(request);
  return {
    db: db(),
    now: note.at,
    address: note.address,
    note,
    header: (name) => request.header(name),
    heavyPlace: heavyPlaceOf(request),
  };
}
