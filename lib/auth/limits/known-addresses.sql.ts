import { hasKey, type Sql, sql } from "@/lib/db/sql";

/** Reads whether an account proved itself from an address after a time: one row if so. */
export function knownSinceStatement(accountId: number, addressHash: Buffer, since: Date): Sql {
  return sql`
    select 1 from known_addresses where account_id = ${accountId} and address_hash = ${addressHash}
      and last_used_at > ${since}`;
}

/** Records a use of an address, unless one was recorded after `unlessSince`. Returns one row if it did. */
export function noteUseStatement(
  accountId: number,
  addressHash: Buffer,
  { now, unlessSince }: { now: Date; unlessSince: Date },
): Sql {
  return sql`
    insert into known_addresses as k (account_id, address_hash, last_used_at)
    values (${accountId}, ${addressHash}, ${now})
    on conflict (account_id, address_hash) do update set last_used_at = excluded.last_used_at
      where k.last_used_at <= ${unlessSince}
    returning 1`;
}

/** Deletes the least recently used addresses of an account, beyond the latest `kept`. */
export function deleteOldAddressesStatement(accountId: number, kept: number): Sql {
  return sql`
    with old as (
      select account_id, address_hash from known_addresses where account_id = ${accountId}
      order by last_used_at desc, address_hash offset ${kept}
    )
    delete from known_addresses k using old
    where ${hasKey(sql`k.account_id, k.address_hash`, sql`old.account_id, old.address_hash`)}`;
}
