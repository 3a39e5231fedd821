import { toColumns } from "@/lib/db/parameters";
import { NOTHING, type Sql, sql } from "@/lib/db/sql";
import type { Submission, Taken } from "@/lib/messages/accept/submission";

/**
 * The encrypted response to a submission with an idempotency key, and what it says of the messages. It is stored
 * where acceptance finds just that (rules: idempotency).
 */
export type Answer = { foreseen: Taken; response: Buffer };

/** A submission, and the response that is stored with it; null without an idempotency key. */
export type Answered = { submission: Submission; answer: Answer | null };

/**
 * The columns of idempotency keys, and where the response of each lies in the one value that all are sent as. The driver
 * sends that as it is; it would write each value of an array in hexadecimal.
 */
export function keyColumns(answered: readonly Answered[]): { columns: Sql; responses: Buffer } {
  const each = <Value>(of: (given: Answered) => Value) => answered.map(of);
  const lengths = each(({ answer }) => answer?.response.length ?? 0);
  const starts = [1];
  for (const length of lengths.slice(0, -1)) starts.push((starts.at(-1) as number) + length);
  const responses = answered.flatMap(({ answer }) => answer?.response ?? []);
  const [first, ...others] = responses;
  return {
    columns: sql`,
        ${each(({ submission: { idempotency } }) => idempotency?.key ?? null)}::text[],
        ${each(({ submission: { idempotency } }) => idempotency?.requestHash ?? null)}::bytea[],
        ${each(({ submission: { idempotency } }) => idempotency?.expiresAt ?? null)}::timestamptz[],
        ${starts}::int[], ${lengths}::int[]`,
    responses: first && others.length === 0 ? first : Buffer.concat(responses),
  };
}
export const KEY_NAMES = sql`, key, request_hash, key_expires_at, response_start, response_length`;

/** What the stored responses say of each message. */
export async function foreseenColumns(answered: readonly Answered[]): Promise<Sql> {
  const rows = answered.flatMap(({ submission, answer }) =>
    submission.items.map(({ id }) => ({
      blocked: answer?.foreseen.blocked.has(id) ?? null,
      network: answer?.foreseen.ported.get(id) ?? null,
    })),
  );
  const columns = await toColumns(rows, {
    blocked: ({ blocked }) => blocked,
    network: ({ network }) => network,
  });
  return sql`, ${columns.blocked}::boolean[], ${columns.network}::text[]`;
}
export const FORESEEN_NAMES = sql`, foreseen_blocked, foreseen_network`;

/** How submissions are told apart: whether some have idempotency keys, and some texts of their own for each message. */
type Kinds = { now: Date; responses: Buffer | null; hasOwn: boolean };

/**
 * The submissions that are taken, and `judged`, their messages. Where some have idempotency keys, the messages are looked up
 * before the keys are claimed: a response that foresees something else is not stored, and nothing of its submission is.
 */
export function takenAndJudged({ now, responses, hasOwn }: Kinds): Sql {
  const text = hasOwn ? OWN_TEXT : TEXT;
  if (!responses) return sql`${TAKEN}, judged as materialized (${found(sql`weighed`, text)})`;
  return sql`looked_up as materialized (${found(sql`weighed`, text)}),
    ${UNFORESEEN}, ${claimed(now, responses)},
    judged as materialized (
      -- By a join, each message would be compared with each submission.
      select * from looked_up where (number in (select number from taken)) is true
    )`;
}

const TAKEN = sql`taken as not materialized (select * from weighed where affordable)`;

/** The submissions whose messages are not all as their responses say. */
const UNFORESEEN = sql`unforeseen as (
      select distinct l.number from looked_up l
      where l.foreseen_blocked is not null
        and (l.foreseen_blocked <> (l.reason is not null) or l.foreseen_network is distinct from l.network_code)
    )`;

/**
 * Claims the idempotency keys of affordable submissions, and the submissions that are taken then. A key that has not expired
 * is not claimed again.
 */
function claimed(now: Date, responses: Buffer): Sql {
  return sql`claimed as (
      insert into idempotency_keys as k (account_id, key, request_hash, response, expires_at)
      select account_id, key, request_hash, substring(${responses}::bytea from response_start for response_length),
        key_expires_at
      from weighed w
      where affordable and key is not null and not exists (select from unforeseen u where u.number = w.number)
      on conflict (account_id, key) do update
        set request_hash = excluded.request_hash, response = excluded.response, expires_at = excluded.expires_at
        where k.expires_at <= ${now}::timestamptz
      returning k.account_id, k.key
    ), taken as (
      select w.* from weighed w
      where w.affordable and (w.key is null
        or exists (select 1 from claimed c where c.account_id = w.account_id and c.key = w.key))
    )`;
}

/** What the columns of a message's text come from. */
type Text = { columns: Sql; join: Sql };

/**
 * The messages of submissions that are affordable. `reason` is why one is blocked, `network_code` the network that its
 * number was ported to.
 */
const found = (submissions: Sql, text: Text): Sql => sql`
      select i.*, t.account_id, t.send_type, t.message_class, t.sender, t.encrypted_body,
        t.validity_minutes, t.customer_message_id, t.rate_code, t.billed_rate_code, ${text.columns}, b.reason,
        (select p.network_code from ported_numbers p where p.msisdn = i.msisdn) as network_code
      from item i join ${submissions} t on t.number = i.number and t.affordable ${text.join}
      cross join lateral (
        select case when i.invalid then 'invalid_number'::blocked_reason
          when (select n.active from blocked_numbers n
            where n.account_id = t.account_id and n.msisdn = i.msisdn) then 'unsubscribed'::blocked_reason
          end as reason
      ) b`;

/** Each message with its submission's text, and where some have their own, with these. */
const TEXT: Text = { columns: sql`t.body, t.encoding, t.parts, t.held_hosts`, join: NOTHING };
const OWN_TEXT: Text = {
  columns: sql`coalesce(o.body, t.body) as body, coalesce(o.encoding, t.encoding) as encoding,
        coalesce(o.parts, t.parts) as parts, coalesce(o.held_hosts, t.held_hosts) as held_hosts`,
  join: sql`left join own o on o.id = i.id`,
};
