import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import { type Sql, sql } from "@/lib/db/sql";

/** An integration that is set up, with its last call. `at` is null if it was never called. */
export type IntegrationRow = { kind: IntegrationKind; enabled: boolean } & (
  | { at: Date; status: number; result: string }
  | { at: null }
);

/** Reads an account's integrations, as `IntegrationRow`. */
export function integrationsStatement(accountId: number): Sql {
  return sql`
    select i.kind, i.enabled, last.at, last.status, last.result
    from integrations i
    left join lateral (
      select c.at, c.status, c.result from integration_calls c
      where c.account_id = i.account_id and c.kind = i.kind order by c.id desc limit 1
    ) last on true
    where i.account_id = ${accountId}`;
}
