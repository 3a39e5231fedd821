import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import type { IntegrationRecord } from "@/lib/contracts/members/integrations";
import { type Sql, sql } from "@/lib/db/sql";

/** An integration as an account has set it up. */
export type SetUpRow = Omit<IntegrationRecord, "secretMadeAt"> & { secretMadeAt: Date | null };

/**
 * Reads an account's integration, as `SetUpRow`; no row if it is not set up. Its sender may be out of use, or belong
 * to another account by now.
 */
export function integrationStatement(accountId: number, kind: IntegrationKind): Sql {
  return sql`
    select g.enabled, g.message_class as "messageClass", g.rate_code as "rateCode", g.secret_made_at as "secretMadeAt",
      case when s.id is not null then json_build_object('id', s.id, 'number', s.number,
        'usable', s.active and (s.owner_id is null or s.owner_id = g.account_id)) end as shortcode
    from integrations g left join shortcodes s on s.id = g.shortcode_id
    where g.account_id = ${accountId} and g.kind = ${kind}::integration_kind`;
}
