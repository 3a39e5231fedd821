import { noteVerifiedAddress, refuseUnread } from "@/lib/auth/limits/strangers";
import { authSecret } from "@/lib/crypto/auth-secret";
import { databaseOfAccount } from "@/lib/db/cells/cells";
import { readBytes, readStart, verifiedAccount } from "@/lib/http/body/body";
import { callOf } from "@/lib/http/gateway";
import type { Endpoint } from "@/lib/http/handler";
import { takeRequest } from "@/lib/http/limits/rate-limit";
import type { IncomingCall, Integration } from "@/lib/integrations/integration";
import { runIntegration } from "@/lib/integrations/run";
import { sendRules } from "@/lib/messages/send-rules";
import { formPairs } from "@/lib/parsing/form-pairs";

/**
 * Declares an endpoint for another system that sends on an account's behalf (rules: integrations), within the
 * account's rate limit.
 */
export function integration<Body>(definition: Integration<Body>): Endpoint {
  return {
    operation: definition.operation,
    run: async (request, headers) => {
      const { db, now, header, address, note } = callOf(request);
      let read: Promise<Uint8Array> | undefined;
      const call: IncomingCall = {
        db,
        now,
        header,
        address,
        authSecret: authSecret(),
        query: readQuery(request.search.slice(1)),
        bytes: (owner) => {
          read ??= readBytes(request, verifiedAccount(owner.accountId));
          return read;
        },
        start: () => {
          refuseUnread({ kind: "integration", address }, now);
          return readStart(request);
        },
      };
      const known = await definition.authenticate(call);
      const { accountId } = known.owner;
      noteVerifiedAddress(address, now);
      const own = { ...call, db: databaseOfAccount(db, accountId) };
      note.onNamed({ accountId, apiKeyId: null, credential: "integration", isProven: true });
      note.parameters = call.query;
      takeRequest(accountId, headers);
      const noting: Integration<Body> = {
        ...definition,
        read: async (...given) => {
          const wanted = await definition.read(...given);
          note.parameters = new Map<string, unknown>([...call.query, ...Object.entries(wanted)]);
          return wanted;
        },
      };
      const ran = await runIntegration(noting, own, known, sendRules());
      note.answered(ran.answer);
      if (ran.isRepeat && definition.operation.repeatable) headers["idempotent-replay"] = "true";
      return ran.answer;
    },
  };
}

/** The most pairs of a query string: the first line of a request has no room for more. */
const MAX_PAIRS = 16 * 1024;

/** Returns the query string as integrations read it. Bytes that are not UTF-8 are replaced. */
function readQuery(encoded: string): URLSearchParams {
  const pairs = formPairs(encoded, MAX_PAIRS, "replace") ?? [];
  return new URLSearchParams(pairs.map(({ name, value }) => [name ?? "", value ?? ""]));
}
