import { type Sql, sql } from "@/lib/db/sql";

/** A stored line of activity. `details` is JSON. */
type StoredLine = {
  id: string;
  accountId: number;
  actorId: number;
  personId: number | null;
  administrator: string | null;
  action: string;
  details: string;
  address: string;
  at: Date;
};

/** Writes a line. Returns a row, or none if the line exists. */
export function recordActivityStatement(line: StoredLine): Sql {
  const { id, accountId, actorId, personId, administrator, action, details, address, at } = line;
  return sql`
    insert into activities (id, account_id, actor_id, person_id, administrator, action, details, address, at)
    values (${id}, ${accountId}, ${actorId}, ${personId}::int, ${administrator}::text, ${action}, ${details}::jsonb, ${address}, ${at})
    on conflict (id) do nothing returning 1`;
}

/** Replaces the details of a line. */
export function changeDetailsStatement(id: string, details: string): Sql {
  return sql`update activities set details = ${details}::jsonb where id = ${id}`;
}

/** An account's own activity since a time: the actions `among`, or with `isAmong` false all others. */
export type OwnActions = { accountId: number; since: Date; among: readonly string[]; isAmong: boolean };

/** Reads the time of the first line beyond the `allowed` newest, or no row. */
export function surplusStatement(own: OwnActions, allowed: number): Sql {
  return sql`
    select at from activities where ${areOf(own)} order by at desc, id desc offset ${allowed} limit 1`;
}

/** Deletes the oldest line of an action, except the line `keptId`. */
export function deleteOldestStatement(own: OwnActions, action: string, keptId: string): Sql {
  return sql`
    delete from activities where id = (
      select id from activities where ${areOf(own)} and action = ${action} and id <> ${keptId}::uuid
      order by at, id limit 1)`;
}

function areOf({ accountId, since, among, isAmong }: OwnActions): Sql {
  return sql`
    account_id = ${accountId} and actor_id = ${accountId} and administrator is null and at > ${since}
      and (action = any(${[...among]}::text[])) = ${isAmong}`;
}
