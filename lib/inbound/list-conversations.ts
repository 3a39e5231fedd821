import type { ConversationRecord, ListConversationsRequest } from "@/lib/contracts/members/inbox";
import type { Database } from "@/lib/db/client";
import { beyond, nearestFirst, readKeysetPage, type Stretch } from "@/lib/db/keyset";
import { NOTHING, type Sql, sql } from "@/lib/db/sql";
import { handsetNumber } from "@/lib/inbound/handset-number";
import { formatNz } from "@/lib/sms/nz-time";

type Row = {
  id: string;
  at: Date;
  number: string;
  network: string | null;
  text: string;
  shortcode: string;
  answered: boolean;
  blocked: boolean;
};

const SORTED_BY = { at: sql`i.received_at`, id: sql`i.id` };
const SHOWN_BY = { at: sql`p.received_at`, id: sql`p.id` };

/** Who has written to an account, by their last message, the latest first; one page of them. */
export async function listConversations(
  db: Database,
  accountId: number,
  asked: ListConversationsRequest,
): Promise<{ conversations: ConversationRecord[]; newer: string | null; older: string | null }> {
  const number = asked.number ? handsetNumber(asked.number) : null;
  const { rows, newer, older } = await readKeysetPage(asked, (stretch) =>
    db.query<Row>(listStatement(accountId, number, stretch)),
  );
  return { conversations: rows.map(({ id, ...row }) => ({ ...row, at: formatNz(row.at) })), newer, older };
}

/**
 * Walks along the account's messages in (`inbound_messages_account_id_received_at_id_idx`, or of one number
 * `inbound_messages_msisdn_idx`) and keeps those that are the last of their number, as the latter index tells of each.
 * Whether they have been written to since, `messages_msisdn_accepted_at_idx` tells.
 */
function listStatement(accountId: number, number: string | null, stretch: Stretch): Sql {
  return sql`
    with page as materialized (
      select i.* from inbound_messages i cross join lateral (
        select l.id from inbound_messages l where l.account_id = i.account_id and l.msisdn = i.msisdn
        order by l.received_at desc, l.id desc limit 1) last
      where i.account_id = ${accountId} and last.id = i.id
        ${number === null ? NOTHING : sql`and i.msisdn = ${number}`} ${beyond(SORTED_BY, stretch)}
      ${nearestFirst(SORTED_BY, stretch)}
    )
    select p.id, p.received_at as at, p.msisdn as number, p.network, p.body as text, p.shortcode,
      exists (select 1 from messages m where m.msisdn = p.msisdn and m.account_id = p.account_id
        and m.accepted_at > p.received_at and m.status <> 'DELETED') as answered,
      exists (select 1 from blocked_numbers b where b.account_id = p.account_id and b.msisdn = p.msisdn and b.active)
        as blocked
    from page p ${nearestFirst(SHOWN_BY, stretch)}`;
}
