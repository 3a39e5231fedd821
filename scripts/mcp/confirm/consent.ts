import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { ToolRefusal } from "@/scripts/mcp/base/tool-refusal";
import type { Confirmation, Confirmations, PreviewedRequest } from "@/scripts/mcp/confirm/confirmations";

/** A form with one box, which is not ticked: a person cannot confirm by pressing a key too often. */
const form = z.object({ confirm: z.boolean().meta({ title: "Yes, do this" }) });

/** A question to a person. */
export type Question = PreviewedRequest & { text: string };

/**
 * Returns whether the client can show a form to its user. Then the question is asked there, and not by the assistant.
 */
export function canAsk(server: McpServer, { mcpReq }: ServerContext): boolean {
  // A newer client declares its capabilities with every call, an older one once.
  const envelope = mcpReq.envelope as { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined;
  const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities();
  const elicitation = declared?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/**
 * Asks a person to confirm one request by the client's form (rules: assistant confirmation). The first call returns
 * the form. The client calls again with the answer.
 * @throws ToolRefusal `declined` for a no.
 */
export async function askPerson(
  confirmations: Confirmations,
  { mcpReq }: ServerContext,
  { tool, request }: { tool: string; request: object },
  ask: () => Promise<Question>,
): Promise<Confirmation | InputRequiredResult> {
  const state = mcpReq.requestState();
  const given = inputResponse(mcpReq.inputResponses, "confirm");
  if (typeof state !== "string" || given.kind !== "elicit") {
    const question = await ask();
    return inputRequired({
      inputRequests: { confirm: inputRequired.elicit({ message: question.text, requestedSchema: form }) },
      requestState: confirmations.offer(question),
    });
  }
  if (acceptedContent(mcpReq.inputResponses, "confirm", form)?.confirm === true)
    return confirmations.use(state, tool, request);
  confirmations.withdraw(state);
  throw new ToolRefusal(
    "declined",
    given.action === "cancel"
      ? "The person closed the question without an answer. Nothing was sent or billed."
      : "The person said no. Nothing was sent or billed. Don't try again unless they ask for it.",
  );
}

/** Returns whether there is no confirmation yet: the client must show a form first. */
export function isQuestion(asked: Confirmation | InputRequiredResult): asked is InputRequiredResult {
  return "resultType" in asked;
}
