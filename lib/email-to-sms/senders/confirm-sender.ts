import { recordActivity } from "@/lib/activity/record-activity";
import { countFailure } from "@/lib/auth/limits/auth-failures";
import { hashSecret } from "@/lib/crypto/secrets";
import type { Database, Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { takenElsewhere } from "@/lib/email-to-sms/senders/taken-elsewhere";
import { GatewayError } from "@/lib/errors";

/** What a link would confirm, for whoever has opened it; null for one that is used or too old. It changes nothing. */
export async function readConfirmation(
  db: Queryable,
  token: string,
  now: Date,
): Promise<{ sender: string; account: string } | null> {
  const [row] = await db.query<{ sender: string; account: string }>(sql`
    select e.sender, a.name as account from email_senders e join accounts a on a.id = e.account_id
    where e.token_hash = ${hashSecret(token)} and e.token_ends_at > ${now} and a.status = 'active'`);
  return row ?? null;
}

/**
 * Confirms a sender by its link's token (rules: email senders): from then on its e-mails are that account's. It is
 * written down.
 * @returns the sender.
 * @throws GatewayError `invalid_parameter` for a link that is used or too old, `conflict` where another account has it,
 * `too_many_requests` for guesses.
 */
export async function confirmSender(
  db: Database,
  token: string,
  address: string,
  now: Date,
): Promise<string> {
  await countFailure(db, { kind: "link", name: "sender", address }, now);
  return db.transaction(async (tx) => {
    const [row] = await tx
      .query<{ sender: string; accountId: number }>(
        sql`
        update email_senders e set confirmed_at = ${now}, token_hash = null, token_ends_at = null
        from accounts a
        where e.token_hash = ${hashSecret(token)} and e.token_ends_at > ${now} and e.confirmed_at is null
          and a.id = e.account_id and a.status = 'active'
        returning e.sender, e.account_id as "accountId"`,
      )
      .catch(takenElsewhere);
    if (!row) {
      throw new GatewayError(
        "invalid_parameter",
        "This link has been used or is too old. Another can be sent from the Members Area.",
      );
    }
    const { sender, accountId } = row;
    await recordActivity(tx, accountId, { accountId, address }, "email_sender_confirmed", { sender }, now);
    return sender;
  });
}
