import type { z } from "zod";
import { authSecret } from "@/lib/accounts/auth-secret";
import type { Caller } from "@/lib/accounts/caller";
import type { Operation } from "@/lib/contracts/operation";
import type { Database } from "@/lib/db/client";
import { env } from "@/lib/env";
import { authenticated } from "@/lib/http/gateway";
import type { Endpoint } from "@/lib/http/handler";
import { Reply } from "@/lib/http/reply";
import { runSoon } from "@/lib/jobs/run-soon";
import { readIdempotencyKey } from "@/lib/messages/idempotency";
import type { SendResult, SendRules } from "@/lib/messages/submit";
import { parseQuietHours } from "@/lib/sms/quiet-hours";

/** An operation that sends: `lib/messages/send` and its like. */
type Send<Input> = (
  db: Database,
  caller: Caller,
  request: Input,
  idempotencyKey: string | null,
  rules: SendRules,
  now: Date,
) => Promise<SendResult<object>>;

/**
 * An endpoint that sends (spec 4.2, 4.8, 4.9). A repeat of a request with the same `Idempotency-Key` gets the first
 * response as it was, byte for byte, with `Idempotent-Replay: true` (decisions "Sending").
 */
export function sending<Request extends z.ZodType, Answered extends z.ZodType>(
  operation: Operation<Request, Answered>,
  send: Send<z.output<Request>>,
): Endpoint {
  return authenticated(operation, async ({ db, caller, input, header, now }) => {
    const key = readIdempotencyKey(header("idempotency-key"));
    const result = await send(db, caller, input, key, sendRules(), now);
    if (result.kind === "replay") return replayed(result.response);
    wakeFor(result);
    return Reply.json(result.response, { headers: { "Cache-Control": "no-store" } });
  });
}

/** What of the settings sending depends on. */
export function sendRules(): SendRules {
  const { maxRecipients, night } = env();
  return { maxRecipients, quiet: parseQuietHours(night.start, night.end), authSecret: authSecret() };
}

/** Has the work done that a send has left. */
export function wakeFor({ queued, blocked }: { queued: boolean; blocked: boolean }): void {
  if (queued) runSoon("dispatch");
  if (blocked) runSoon("webhooks");
}

function replayed(response: string): Reply {
  return new Reply(response, {
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store", "Idempotent-Replay": "true" },
  });
}
