import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";

/** The number of calls shown: few, because other panels are below. */
const SHOWN = 10;

/** Returns the request for an integration's last calls. */
export function callsAsked(kind: IntegrationKind, { page }: { page: string }) {
  return { kind, limit: SHOWN, page };
}
