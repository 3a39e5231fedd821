import { lookupNumberOperation } from "@/lib/contracts/gateway/number-lookup";
import { env } from "@/lib/env";
import { authenticated } from "@/lib/http/gateway";
import { route } from "@/lib/http/handler";
import { lookupNumber } from "@/lib/numbers/lookup";

/** Returns the network of a New Zealand mobile number (rules: number lookup). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: authenticated(lookupNumberOperation, ({ db, caller, input, now }) =>
    lookupNumber(db, caller, { number: input.number, feeMicros: env().lookupPriceMicros }, now),
  ),
});
