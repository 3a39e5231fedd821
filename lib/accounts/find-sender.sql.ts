import { prepared, type Sql, sql } from "@/lib/db/sql";

/** A sender's number. */
export type SenderRow = { number: string };

/** Reads the requested sender, if it is in use and the account may send from it. */
export function askedSenderStatement(accountId: number, asked: string): Sql {
  return prepared(
    "asked-sender",
    sql`select number from shortcodes
      where number = ${asked} and active and (owner_id is null or owner_id = ${accountId})`,
  );
}

/**
 * Reads the default sender: the chosen one, or else the template sender for a template, or else the first shared one.
 * @param chosenId the account's own choice, if it has one.
 */
export function defaultSenderStatement(accountId: number, chosenId: number | null, isTemplate: boolean): Sql {
  return prepared(
    "default-sender",
    sql`select number from shortcodes
      where active and (owner_id is null or owner_id = ${accountId})
      order by (id = ${chosenId}::int) desc nulls last,
        (${isTemplate}::boolean and is_template_sender) desc, owner_id nulls first, id limit 1`,
  );
}
