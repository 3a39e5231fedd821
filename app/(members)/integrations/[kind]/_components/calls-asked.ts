import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";

/** Few, since there is more below. */
const SHOWN = 10;

/** What a page of an integration's last calls is asked for. */
export function callsAsked(kind: IntegrationKind, { page }: { page: string }) {
  return { kind, limit: SHOWN, page };
}
