import { type Sql, sql } from "@/lib/db/sql";

/** A sender; without an owner everybody may use it. */
export type ShortcodeRow = {
  id: number;
  number: string;
  ownerId: number | null;
  active: boolean;
  isTemplateSender: boolean;
};

/** Locks a sender and all shared ones: two changes at once must not leave none of them. */
export function lockShortcodesStatement(id: number): Sql {
  return sql`
    select id, number, owner_id as "ownerId", active, is_template_sender as "isTemplateSender"
    from shortcodes where id = ${id} or owner_id is null order by id for update`;
}

/** Makes a sender the template sender in place of the one that is. */
export function setTemplateSenderStatement(id: number): Sql {
  return sql`
    update shortcodes set is_template_sender = (id = ${id}) where is_template_sender or id = ${id}`;
}
