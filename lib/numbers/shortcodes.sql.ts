import { type Sql, sql } from "@/lib/db/sql";

/** A sender. Every account may use one without an owner. */
export type ShortcodeRow = {
  id: number;
  number: string;
  ownerId: number | null;
  active: boolean;
  isTemplateSender: boolean;
};

/** Each order has an index. */
const ORDERS = { id: sql`s.id`, number: sql`s.number`, "-number": sql`s.number desc` };

/** Reads a page of all senders as `ShortcodeRow`, in the requested order. The default order is that of creation. */
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

/** Counts the senders, as `count`. */
export function countShortcodesStatement(): Sql {
  return sql`select count(*)::int as count from shortcodes`;
}

/** Locks a sender and all shared ones. Without the locks, two concurrent changes could leave no shared sender. */
export function lockShortcodesStatement(id: number): Sql {
  return sql`
    select id, number, owner_id as "ownerId", active, is_template_sender as "isTemplateSender"
    from shortcodes where id = ${id} or owner_id is null order by id for update`;
}

/** Makes a sender the template sender in place of the previous one. */
export function setTemplateSenderStatement(id: number): Sql {
  return sql`
    update shortcodes set is_template_sender = (id = ${id}) where is_template_sender or id = ${id}`;
}
