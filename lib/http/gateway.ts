import type { z } from "zod";
import type { Caller } from "@/lib/accounts/caller";
import { now } from "@/lib/clock";
import { type Database, db } from "@/lib/db/client";
import { authenticate } from "@/lib/http/authenticate";
import { clientAddress } from "@/lib/http/client-address";
import type { Answer, Endpoint } from "@/lib/http/handler";
import { readParameters } from "@/lib/http/parameters";
import { parseBy } from "@/lib/http/parse";

/** What an operation is given. */
export type Call<Input> = {
  db: Database;
  now: Date;
  input: Input;
  /** The address the request came from, for failure limits. */
  address: string;
  header(name: string): string | null;
};

/** An endpoint that anyone may call; the operation itself looks at what it is given. */
export function open<Contract extends z.ZodType>(
  contract: Contract,
  operation: (call: Call<z.output<Contract>>) => Promise<Answer>,
): Endpoint {
  return {
    run: async (request) => {
      const parameters = await readParameters(request);
      return operation({ ...callOf(request), input: parseBy(contract, parameters) });
    },
  };
}

/**
 * An endpoint for an account: Bearer token, or `userId` and `password` among the parameters, or HTTP basic where
 * `basic` says so (spec 5).
 */
export function authenticated<Contract extends z.ZodType>(
  contract: Contract,
  operation: (call: Call<z.output<Contract>> & { caller: Caller }) => Promise<Answer>,
  options: { basic?: boolean } = {},
): Endpoint {
  return {
    run: async (request) => {
      const call = callOf(request);
      const { caller, parameters } = await authenticate(call, request, options.basic ?? false);
      return operation({ ...call, caller, input: parseBy(contract, parameters) });
    },
  };
}

function callOf(request: Request): Omit<Call<never>, "input"> {
  return {
    db: db(),
    now: now(),
    address: clientAddress(request),
    header: (name) => request.headers.get(name),
  };
}
