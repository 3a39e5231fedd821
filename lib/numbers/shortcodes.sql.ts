import { type Sql, sql } from "@/lib/db/sql";

/** A sender; without an owner everybody may use it. */
export type ShortcodeRow = {
  id: number;
  number: string;
  ownerId: number | null;
  active: boolean;
  isTemplateSender: boolean;
};

/** Each order has an index. */
const ORDERS = { id: sql`s.id`, number: sql`s.number`, "-number": sql`s.number desc` };

/** A page of all senders, as `ShortcodeRow`: in an order that is asked for, else in that in which they were made. */
export function shortcodesStatement({
  page,
  limit,
  order = "id",
}: {
  page: number;
  limit: number;
  order?: keyof typeof ORDERS | undefined;
}): Sql {
  return sql`
    select s.id, s.number, s.owner_id as "ownerId", s.active, s.is_template_sender as "isTemplateSender"
    from shortcodes s
    order by ${ORDERS[order]} limit ${limit} offset ${(page - 1) * limit}`;
}

/** How many senders there are, as `count`. */
export function countShortcodesStatement(): Sql {
  return sql`select count(*)::int as count from shortcodes`;
}

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
