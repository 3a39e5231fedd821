import type { MessageFilter } from "@/lib/contracts/members/messages";
import { ROWS_READ } from "@/lib/db/counted.sql";
import { literal, NOTHING, type Sql, sql } from "@/lib/db/sql";
import { inState, searches, sourceOf, tagged, within } from "@/lib/messages/query/list-messages.sql";
import { withOutcome } from "@/lib/messages/sends/outcome.sql";
import { isFailed } from "@/lib/queue/status.sql";

/**
 * Counts an account's messages that match a filter, as a `CountedRow`. It reads the rows that the list finds by its
 * indexes, newest first, and no more of them than are counted. Conditions without an index, such as a missing rate
 * code, are tested on these rows only.
 */
export function countStatement(accountId: number, filter: MessageFilter, now: Date): Sql {
  const source = sourceOf(filter);
  const indexed = sql`${isStateIndexed(filter) ? inState(source, filter, now) : NOTHING} ${isCodeIndexed(filter) ? tagged(filter) : NOTHING}`;
  const branches = searches(filter.search).map(
    (searched, branch) => sql`
      (select ${literal(branch)} as branch, m.id, (true ${inState(source, filter, now)} ${tagged(filter)} ${withOutcome(filter)}) as fits
        from ${source.from} where ${source.accountId} = ${accountId} ${searched} ${indexed} ${within(source, filter)}
        order by ${source.at} desc, ${source.id} desc limit ${ROWS_READ})`,
  );
  const found = branches.reduce((all, branch) => sql`${all} union all ${branch}`);
  // With one branch, no message is found twice: no sort is needed.
  if (branches.length === 1)
    return sql`
      select count(*) filter (where f.fits)::int as count, count(*) = ${ROWS_READ} as "isMore" from (${found}) f`;
  return sql`
    with found as (${found})
    select count(distinct f.id) filter (where f.fits)::int as count,
      exists (select from found group by branch having count(*) = ${ROWS_READ}) as "isMore"
    from found f`;
}

/** Returns whether an index has the rate code, and nothing else is searched. */
function isCodeIndexed({ send, search = "", status, rateCode }: MessageFilter): boolean {
  return !send && search === "" && status === undefined && rateCode !== undefined && rateCode !== "untagged";
}

/** Returns whether an index has the state, and nothing else is searched: held messages and failed ones. */
function isStateIndexed({ send, search = "", status }: MessageFilter): boolean {
  if (send || search !== "" || status === undefined) return false;
  return status === "HELD" || isFailed(status);
}
