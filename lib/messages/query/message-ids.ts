import { GatewayError } from "@/lib/errors";
import { isId } from "@/lib/ids";
import { excerpt } from "@/lib/parsing/excerpt";

/**
 * Reads a list of gateway ids, separated by commas (rules: status query): each once, including those of the sandbox.
 * @throws GatewayError `invalid_parameter` for no ids, for too many, and for a text that is no id.
 */
export function readMessageIds(list: string, most: number): string[] {
  const named = list.split(",").map((id) => id.trim().replace(/^SANDBOX_/i, "SANDBOX_"));
  const ids = [...new Set(named.map((id) => (id.startsWith("SANDBOX_") ? id : id.toLowerCase())))].filter(
    Boolean,
  );
  // A list of commas alone comes from a program without ids. It is an error, not a query without results.
  if (ids.length === 0)
    throw new GatewayError("invalid_parameter", "Parameter 'message_id' must name at least one message id.");
  if (ids.length > most) {
    throw new GatewayError("invalid_parameter", `Parameter 'message_id' must have at most ${most} ids.`);
  }
  const wrong = ids.find((id) => !isId(id.replace(/^SANDBOX_/, "")));
  if (wrong !== undefined) {
    throw new GatewayError(
      "invalid_parameter",
      `Parameter 'message_id': '${excerpt(wrong, 60)}' is not a message id.`,
    );
  }
  return ids;
}
