import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import { type Sql, sql } from "@/lib/db/sql";

/** An integration before a change, locked until the transaction ends. */
export type LockedIntegration = {
  enabled: boolean;
  shortcodeId: number | null;
  messageClass: string;
  rateCode: string | null;
  topics: unknown;
};

/** Locks an account's integration and returns it, as `LockedIntegration`. */
export function lockIntegrationStatement(accountId: number, kind: IntegrationKind): Sql {
  return sql`
    select enabled, shortcode_id as "shortcodeId", message_class as "messageClass", rate_code as "rateCode", topics
    from integrations where account_id = ${accountId} and kind = ${kind}::integration_kind for update`;
}
