import type { z } from "zod";
import { GatewayError } from "@/lib/errors";
import type { Parameters } from "@/lib/http/body/parameters";

/**
 * Reads parameters by their contract.
 * @throws GatewayError 400 with one sentence that names the first parameter that is missing or wrong.
 */
export function parseBy<Contract extends z.ZodType>(
  contract: Contract,
  parameters: Parameters,
): z.output<Contract> {
  const result = contract.safeParse(Object.fromEntries(parameters));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = String(issue?.path[0] ?? "");
  if (!parameters.has(name)) throw new GatewayError("missing_parameter", `Parameter '${name}' is required.`);
  throw new GatewayError("invalid_parameter", `Parameter '${name}' ${issue?.message ?? "is not valid"}.`);
}
