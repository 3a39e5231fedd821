import type { Access } from "@/lib/contracts/integrations/integration-address";
import { INTEGRATIONS } from "@/lib/contracts/integrations/integration-kind";

/** Returns the name of a kind's secret for use within a sentence. */
export function secretName(kind: Access["kind"]): string {
  const name = INTEGRATIONS[kind].secret?.name ?? "secret";
  return /^[A-Z]{2}/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1);
}
