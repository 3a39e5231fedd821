import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import type { keyQuery, secretQuery } from "@/lib/contracts/integrations/parameters";
import { GatewayError } from "@/lib/errors";
import { findByCustomer, type Owner } from "@/lib/integrations/find-owner";
import type { IncomingCall } from "@/lib/integrations/integration";

/**
 * Finds the account of a call by the parameters of its query string, all of which are required
 * (rules: integration credentials, integration errors).
 * @param name the parameter with the secret.
 * @throws GatewayError 400 naming the parameter that is missing or wrong, `invalid_key`, `integration_disabled`.
 */
export async function byQuery(
  call: IncomingCall,
  kind: IntegrationKind,
  contract: typeof keyQuery | typeof secretQuery,
  name: "key" | "secret",
): Promise<Owner> {
  const given = Object.fromEntries([...call.query].filter(([, value]) => value !== ""));
  const read = contract.safeParse(given);
  if (!read.success) {
    const issue = read.error.issues[0];
    const parameter = String(issue?.path[0] ?? "");
    // A missing key is a failed authentication. Without the other numbers, the account cannot be found.
    if (parameter === name) throw new GatewayError("invalid_key", `Parameter '${name}' is required.`);
    throw Object.hasOwn(given, parameter)
      ? new GatewayError("invalid_parameter", `Parameter '${parameter}' ${issue?.message}.`)
      : new GatewayError("missing_parameter", `Parameter '${parameter}' is required.`);
  }
  const { cust_id: customerId, shortcode_id: shortcodeId } = read.data;
  return findByCustomer(call, kind, { customerId, shortcodeId, secret: given[name] ?? "" });
}
