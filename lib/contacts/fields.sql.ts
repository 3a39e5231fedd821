import { hasKey, type Sql, sql } from "@/lib/db/sql";

export type FieldRow = { key: string; name: string };

/** Reads an account's fields. A removed field is ignored, also while its values are being erased. */
export function fieldsStatement(accountId: number): Sql {
  return sql`
    select key, name from contact_fields where account_id = ${accountId} and removed_at is null order by key`;
}

/** Inserts fields. A removed field whose values are being erased is restored. */
export function addFieldsStatement(accountId: number, fields: readonly FieldRow[]): Sql {
  return sql`
    insert into contact_fields as f (account_id, key, name)
    select ${accountId}, g.key, g.name
    from unnest(${fields.map(({ key }) => key)}::text[], ${fields.map(({ name }) => name)}::text[]) as g (key, name)
    on conflict (account_id, key) do update set name = excluded.name, removed_at = null
    where f.removed_at is not null`;
}

/** Marks a field as removed, and returns a row if it exists. Its values are erased afterwards. */
export function removeFieldStatement(accountId: number, key: string, now: Date): Sql {
  return sql`
    update contact_fields set removed_at = ${now}::timestamptz
    where account_id = ${accountId} and key = ${key} and removed_at is null returning name`;
}

/** A removed field whose values are not yet erased, and the time of its removal. */
export type RemovedField = { accountId: number; key: string; removedAt: Date };

export function removedFieldsStatement(limit: number): Sql {
  return sql`
    select account_id as "accountId", key, removed_at as "removedAt" from contact_fields
    where removed_at is not null order by removed_at limit ${limit}`;
}

/**
 * Erases a removed field's values in an account's next contacts after a number, unless the field was restored. The
 * transaction has locked the account's contacts. Returns one row: the last number that was read, or null.
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

/** Deletes a removed field after its values are erased, unless it was restored and removed again meanwhile. */
export function forgetFieldStatement({ accountId, key, removedAt }: RemovedField): Sql {
  return sql`
    delete from contact_fields
    where account_id = ${accountId} and key = ${key} and removed_at = ${removedAt}::timestamptz`;
}
