import type { GivenEndpoint } from "@/lib/contracts/members/further-endpoints";
import { type Sql, sql } from "@/lib/db/sql";

/** The current values of an endpoint that is to be changed. */
export type FoundEndpoint = {
  number: number;
  name: string;
  url: string;
  pausedAt: Date | null;
  eventTypes: GivenEndpoint["eventTypes"];
};

/** Reads a further endpoint of an account by its id, as `FoundEndpoint`. */
export function furtherEndpointStatement(accountId: number, id: string): Sql {
  return sql`
    select e.number, e.name, e.url, e.paused_at as "pausedAt", e.event_types::text[] as "eventTypes"
    from webhook_endpoints e where e.id = ${id}::uuid and e.account_id = ${accountId} and e.kind = 'further'`;
}
