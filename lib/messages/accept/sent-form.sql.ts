import { type Sql, sql } from "@/lib/db/sql";
import type { KeptSend, Submission } from "@/lib/messages/accept/submission";

/** The messages of a send, which belong to an account, in the order of the request. */
export type SentMessages = {
  accountId: number;
  messageIds: readonly string[];
  acceptedAt: Date;
  /** Their delivery window, as `writeWindow` writes it. */
  window?: string | undefined;
};

/** Stores a send under the id of its first message (rules: members area sends). */
export function keepSendStatement(
  { accountId, messageIds, acceptedAt, window }: SentMessages,
  { name, sendAt, listNames = [], leftOut = 0 }: KeptSend,
): Sql {
  return sql`
    insert into bulk_sends (id, account_id, accepted_at, name, send_at, delivery_window, message_ids, list_names,
      left_out)
    values (${messageIds[0]}::uuid, ${accountId}, ${acceptedAt}, ${name ?? null}, ${sendAt ?? null},
      ${window ?? null}, ${[...messageIds]}::uuid[], ${[...listNames]}::text[], ${leftOut})`;
}

/** Returns the statements for the form that an accepted submission came from. */
export function sentFormStatements({ accountId, items, window, form }: Submission, acceptedAt: Date): Sql[] {
  if (!form) return [];
  const messageIds = items.map(({ id }) => id);
  const kept = form.send && keepSendStatement({ accountId, messageIds, acceptedAt, window }, form.send);
  const dropped =
    form.draftId &&
    sql`delete from send_drafts where id = ${form.draftId}::uuid and account_id = ${accountId}`;
  return [kept, dropped].filter((statement) => typeof statement === "object" && statement !== null);
}
