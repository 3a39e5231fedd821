import {
  INTEGRATION_KINDS,
  INTEGRATIONS,
  type IntegrationKind,
} from "@/lib/contracts/integrations/integration-kind";
import { GatewayError } from "@/lib/errors";

/**
 * Returns the integration that a word names.
 * @throws GatewayError `not_found` for a word that names none.
 */
export function kindOf(word: string): IntegrationKind {
  const kind = INTEGRATION_KINDS.find((each) => each === word);
  if (kind) return kind;
  throw new GatewayError("not_found", "There is no such integration.");
}

/** Returns the error for an integration that the account has not set up, or has removed. */
export function notSetUp(kind: IntegrationKind): GatewayError {
  return new GatewayError("not_found", `${INTEGRATIONS[kind].title} is not set up.`);
}
