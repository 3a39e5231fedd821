import { BLOCKED_BY_HAND, OUTCOME_ERROR, OUTCOME_NO_ERROR } from "@/lib/contracts/base/values";
import type { MessageFilter } from "@/lib/contracts/members/messages";
import { NOTHING, type Sql, sql } from "@/lib/db/sql";

// Each is a look-up by a key for one message `m`, for any number of messages that the planner expects.

/** The condition that a message has a reply. */
export const HAS_REPLY = sql`coalesce(
  (select true from inbound_messages i where i.related_message_id = m.id limit 1), false)`;

/** The condition that a message's recipient has opted out since, and is still blocked. */
export const OPTED_OUT_SINCE = sql`coalesce(
  (select b.active and b.blocked_at >= m.accepted_at and b.keyword <> ${BLOCKED_BY_HAND} from blocked_numbers b
    where b.account_id = m.account_id and b.msisdn = m.msisdn), false)`;

/** The length of a network's error that distinguishes it from others, in characters. */
const ERROR_LENGTH = 100;

/** The network's last error for a message; null without one, and for an error of zeros, which means none. */
export const LAST_ERROR = sql`nullif(left(regexp_replace(coalesce(
  (select d.error_code from delivery_reports d where d.message_id = m.id and d.error_code is not null
    order by d.received_at desc, d.id desc limit 1),
  (select c.error from carrier_submissions c where c.message_id = m.id and c.error is not null
    order by c.attempt desc, c.part desc limit 1)), '^0+$|[[:cntrl:]]', '', 'g'), ${ERROR_LENGTH}), '')`;

/** Returns the condition, with `and` in front, for messages of a send with an outcome. */
export function withOutcome({ send, outcome }: MessageFilter): Sql {
  if (!send || outcome === undefined) return NOTHING;
  if (outcome === "replied") return sql`and ${HAS_REPLY}`;
  if (outcome === "opted_out") return sql`and ${OPTED_OUT_SINCE}`;
  if (outcome === OUTCOME_NO_ERROR)
    return sql`and m.failed_status is not null and m.blocked_reason is null and ${LAST_ERROR} is null`;
  if (outcome.startsWith(OUTCOME_ERROR))
    return sql`and m.failed_status is not null and ${LAST_ERROR} = ${outcome.slice(OUTCOME_ERROR.length)}`;
  return sql`and m.blocked_reason = ${outcome}::blocked_reason`;
}
