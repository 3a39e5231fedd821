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

/** What an operation is given. */
export type Call<Request extends z.ZodType> = {
  /** The one that the account is in; where no account is known yet, the home cell's (rules: cells). */
  db: Database;
  now: Date;
  input: z.output<Request>;
  /** The address the request came from, for failure limits. */
  address: string;
  header(name: string): string | null;
  /** To be taken before work that is as much as there are recipients. */
  heavyPlace: HeavyPlace;
  /** What is found out about it, for the log of its account. */
  note: RequestNote;
};

/** What an operation gives: its response as its contract says, or one that is made already. */
type Given<Answered extends z.ZodType | null> = Promise<
  (Answered extends z.ZodType ? z.input<Answered> & object : never) | Reply
>;

/**
 * An endpoint that anyone may call; the operation itself looks at what it is given.
 * @param kind of the credentials in the body. Of an address over its limit of them the body is not read (rules: look-ups).
 */
export function open<Request_ extends z.ZodType, Answered extends z.ZodType | null>(
  operation: Operation<Request_, Answered>,
  kind: Stranger["kind"],
  run: (call: Call<Request_>) => Given<Answered>,
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
 * An endpoint for an account, by whichever credentials its operation takes (rules: credentials), within the account's
 * rate limit. What a `long` one gives may go out several times, so it is no response that is made already.
 */
export function authenticated<Request_ extends z.ZodType, Answered extends z.ZodType | null>(
  operation: Operation<Request_, Answered>,
  run: (call: Call<Request_> & { caller: Caller }) => Given<Answered>,
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

/** What every operation is given of its request. */
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
