import { type Sql, sql } from "@/lib/db/sql";
import type { LeasedMessage } from "@/lib/queue/leased";
import { joinMessage } from "@/lib/queue/message-queue.sql";

/** A position in a carrier's queue. */
export type Place = { at: Date; id: string };

/** The position before all others. */
export const FIRST: Place = { at: new Date(0), id: "00000000-0000-0000-0000-000000000000" };

/** The slice of a carrier's queue: due messages after a position, at most `limit`. */
export type QueueSlice = { carrierId: number; now: Date; after: Place; limit: number };

/** A message of a slice. `hasBegun` is set if the carrier surely has a part of it, and alone can end it. */
export type SliceRow = Pick<
  LeasedMessage,
  "id" | "accountId" | "acceptedAt" | "sender" | "msisdn" | "sendType"
> &
  Pick<LeasedMessage, "messageClass" | "network" | "tried" | "body"> & { dueAt: Date; hasBegun: boolean };

/** The columns of a `SliceRow`. */
export const SLICE_COLUMNS = sql`u.message_id as id, u.account_id as "accountId", u.accepted_at as "acceptedAt",
      u.due_at as "dueAt", u.tried, m.sender, m.msisdn, m.body, m.send_type as "sendType", m.message_class as "messageClass",
      (select p.network_code from ported_numbers p where p.msisdn = m.msisdn) as network,
      m.parts > 1 and exists (
        select from carrier_submissions s where s.message_id = u.message_id and s.state in ('accepted', 'delivered') offset 0
      ) as "hasBegun"`;

/** Returns the rows `u` of a slice for which a condition holds, locked, with their messages `m`. */
export const fromSlice = ({ carrierId, now, after, limit }: QueueSlice, condition: Sql): Sql => sql`from (
      select * from message_queue
      where carrier_id = ${carrierId}::smallint and due_at <= ${now}::timestamptz and ${condition}
        and (due_at, message_id) > (${after.at}::timestamptz, ${after.id}::uuid)
      order by due_at, message_id limit ${limit} for update skip locked) u
    ${joinMessage(sql`u.message_id`)}`;

/** The order of a slice. */
export const IN_SLICE_ORDER = sql`order by u.due_at, u.message_id`;
