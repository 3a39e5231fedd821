import { hasKey, type Sql, sql } from "@/lib/db/sql";

export type FieldRow = { key: string; name: string };

/** An account's fields; those whose values are being erased are not there any more. */
export function fieldsStatement(accountId: number): Sql {
  return sql`
    select key, name from contact_fields where account_id = ${accountId} and removed_at is null order by key`;
}

/** Adds fields; one that was being erased is there again. */
export function addFieldsStatement(accountId: number, fields: readonly FieldRow[]): Sql {
  return sql`
    insert into contact_fields as f (account_id, key, name)
    select ${accountId}, g.key, g.name
    from unnest(${fields.map(({ key }) => key)}::text[], ${fields.map(({ name }) => name)}::text[]) as g (key, name)
    on conflict (account_id, key) do update set name = excluded.name, removed_at = null
    where f.removed_at is not null`;
}

/** Removes a field: one row where there is such a field. Its values are erased afterwards. */
export function removeFieldStatement(accountId: number, key: string, now: Date): Sql {
  return sql`
    update contact_fields set removed_at = ${now}::timestamptz
    where account_id = ${accountId} and key = ${key} and removed_at is null returning name`;
}

/** A field whose values are still to be erased, and when it was removed. */
export type RemovedField = { accountId: number; key: string; removedAt: Date };

export function removedFieldsStatement(limit: number): Sql {
  return sql`
    select account_id as "accountId", key, removed_at as "removedAt" from contact_fields
    where removed_at is not null order by removed_at limit ${limit}`;
}

/**
 * Erases a removed field's values in the next contacts of an account behind a number, unless the field is there again. The
 * transaction has locked the account's contacts. One row: the last number that was looked at, null where there was none.
 */
export function eraseValuesStatement({ accountId, key }: RemovedField, after: string, limit: number): Sql {
  return sql`
    with looked as (
      select id, msisdn, fields ? ${key} as has from contacts
      where account_id = ${accountId} and msisdn > ${after} order by msisdn limit ${limit}),
    erased as (
      update contacts c set fields = c.fields - ${key}::text from looked l
      where ${hasKey(sql`c.id`, sql`l.id`)} and l.has and exists (
        select from contact_fields where account_id = ${accountId} and key = ${key} and removed_at is not null))
    select max(msisdn) as last from looked`;
}

/** Forgets a removed field once its values are erased, unless it was there again and has been removed anew. */
export function forgetFieldStatement({ accountId, key, removedAt }: RemovedField): Sql {
  return sql`
    delete from contact_fields
    where account_id = ${accountId} and key = ${key} and removed_at = ${removedAt}::timestamptz`;
}
