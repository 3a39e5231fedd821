import { sendRequest } from "@/lib/contracts/gateway/send";
import { GatewayError } from "@/lib/errors";
import type { Owner } from "@/lib/integrations/find-owner";
import type { IncomingCall, Integration, SendIntent, SendOutcome } from "@/lib/integrations/integration";
import { recordCall } from "@/lib/integrations/record-call";
import { prefixedKey, readIdempotencyKey } from "@/lib/messages/send/idempotency";
import { renameParameters } from "@/lib/messages/send/rename-parameters";
import { send } from "@/lib/messages/send/send";
import type { SendRules } from "@/lib/messages/send/send-context";
import { withEntries } from "@/lib/messages/send/send-response";
import { normaliseMsisdn } from "@/lib/sms/numbers/msisdn";

/** The response to a call, and whether it is a repeated one. */
export type RunResult = { answer: object; isRepeat: boolean };

/** The end of a call, for the account. */
type Ending = { status: number; result: string; messageId: string | null };

/** The caller's names of parameters, for error texts. */
const NAMES = { body: "message" } as const;

/**
 * Runs a call for its account (rules: integrations), and adds it to the integration's last calls
 * (rules: integration calls).
 * @throws GatewayError in the form of the call's operation.
 */
export async function runIntegration<Body>(
  integration: Integration<Body>,
  call: IncomingCall,
  { owner, body }: { owner: Owner; body: Body },
  rules: SendRules,
): Promise<RunResult> {
  let to: string | string[] = [];
  const note = ({ status, result, messageId }: Ending) =>
    recordCall(
      call.db,
      {
        accountId: owner.accountId,
        kind: integration.kind,
        status,
        result,
        recipients: [to].flat().map((given) => normaliseMsisdn(given) ?? given),
        messageId,
      },
      call.now,
    );
  const noteError = (told: GatewayError) =>
    note({
      status: integration.operation.statuses?.[told.code] ?? told.status,
      result: told.message,
      messageId: null,
    });
  const skip = async (why: string): Promise<RunResult> => {
    await note({ status: 200, result: why, messageId: null });
    return { answer: skipped(integration, why), isRepeat: false };
  };
  if (owner.refusal) {
    await noteError(owner.refusal);
    throw owner.refusal;
  }
  try {
    const wanted = await integration.read(call, owner, body);
    if ("skipped" in wanted) return skip(wanted.skipped);
    to = wanted.to;
    const { sent, isRepeat } = await sendWanted(integration, call, { owner, wanted }, rules);
    const answer = integration.answer(sent);
    await note({ status: 200, ...endingOf(sent, isRepeat) });
    return { answer, isRepeat };
  } catch (error) {
    const told = renameParameters(error, NAMES);
    if (!(told instanceof GatewayError)) throw error;
    const excuse = integration.excuse?.(told);
    if (excuse !== undefined) return skip(excuse);
    await noteError(told);
    throw told;
  }
}

async function sendWanted<Body>(
  { kind }: Integration<Body>,
  call: IncomingCall,
  { owner, wanted }: { owner: Owner; wanted: Exclude<SendIntent, { skipped: string }> },
  rules: SendRules,
): Promise<{ sent: SendOutcome; isRepeat: boolean }> {
  const request = sendRequest.safeParse({
    to: wanted.to,
    body: wanted.message,
    messageClass: owner.messageClass,
    from: wanted.from ?? owner.sender ?? undefined,
    rateCode: owner.rateCode ?? undefined,
  });
  if (!request.success) {
    const [issue] = request.error.issues;
    throw new GatewayError("invalid_parameter", `Parameter '${String(issue?.path[0])}' ${issue?.message}.`);
  }
  const key = wanted.repeatKey ?? readIdempotencyKey(call.header("idempotency-key"));
  const result = await send(
    { db: call.db, caller: owner, rules, now: call.now },
    request.data,
    key === null ? null : prefixedKey(kind, key),
  );
  return result.kind === "replay"
    ? { sent: JSON.parse(result.response) as SendOutcome, isRepeat: true }
    : { sent: withEntries(result.response), isRepeat: false };
}

function skipped<Body>({ skip }: Integration<Body>, why: string): object {
  if (!skip) throw new Error("This integration has no response for a call that sends nothing.");
  return skip(why);
}

const WORDS = { accepted: "Sent", queued: "Queued until morning", held: "Held: link not approved" };

function endingOf(sent: SendOutcome, isRepeat: boolean): Omit<Ending, "status"> {
  const first = firstTaken(sent);
  const word = first && first.status !== "sandbox" ? WORDS[first.status] : "Sent";
  const failed =
    "messages" in sent && sent.summary.failed > 0 ? `, except ${sent.summary.failed} invalid` : "";
  return {
    result: isRepeat ? "Duplicate: already sent" : `${word}${failed}`,
    messageId: first?.message_id ?? null,
  };
}

/** Returns the entry of the first accepted recipient. */
export function firstTaken(sent: SendOutcome) {
  if (!("messages" in sent)) return sent;
  return sent.messages.find((entry) => entry.success);
}
