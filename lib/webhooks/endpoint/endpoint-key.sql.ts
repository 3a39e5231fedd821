import { type Sql, sql } from "@/lib/db/sql";
import type { EndpointKey } from "@/lib/webhooks/endpoint/endpoint-key";

/**
 * Returns the condition that deliveries `w` of an account are for an endpoint. `webhook_deliveries_further_idx` has
 * those of further ones.
 */
export function isFor({ kind, number }: Pick<EndpointKey, "kind" | "number">): Sql {
  return kind === "further"
    ? sql`w.kind = 'further' and w.number = ${number}`
    : sql`w.kind = ${kind}::webhook_kind`;
}
