import { recordActivity } from "@/lib/activity/record-activity";
import { countFailure } from "@/lib/auth/limits/auth-failures";
import { lookUp } from "@/lib/auth/limits/strangers";
import { hashSecret } from "@/lib/crypto/secrets";
import type { Database, Queryable, Transaction } from "@/lib/db/client";
import { inChangeTurn } from "@/lib/db/locks/caller-turns";
import { confirmSenderStatement, holdAccountStatement } from "@/lib/email-to-sms/senders/confirm-sender.sql";
import { takenElsewhere } from "@/lib/email-to-sms/senders/taken-elsewhere";
import { GatewayError } from "@/lib/errors";

/**
 * Returns the sender and the account that a link would confirm; null for a link that is used or too old. It changes
 * nothing.
 */
export async function readConfirmation(
  db: Queryable,
  token: string,
  now: Date,
): Promise<{ sender: string; account: string } | null> {
  const row = await db.prisma.emailSender.findUnique({
    where: {
      tokenHash: new Uint8Array(hashSecret(token)),
      tokenEndsAt: { gt: now },
      account: { status: "active" },
    },
    select: { sender: true, account: { select: { name: true } } },
  });
  return row && { sender: row.sender, account: row.account.name };
}

/**
 * Confirms a sender by its link's token (rules: email senders): from then on its emails belong to that account. It
 * writes a line of activity. Wrong tokens are counted, and a right one always works: it has 256 random bits
 * (rules: wrong secrets).
 * @returns the sender.
 * @throws GatewayError `invalid_parameter` for a link that is used or too old, `conflict` if another account has the
 * sender, `too_many_requests` for guesses.
 */
export async function confirmSender(
  db: Database,
  token: string,
  address: string,
  now: Date,
): Promise<string> {
  // A wrong token needs no transaction.
  const read = () => readConfirmation(db, token, now);
  if (!(await lookUp(db, { kind: "link", name: "sender", address }, now, read))) {
    await countFailure(db, { kind: "link", name: "sender", address }, now);
    throw noLink();
  }
  const tokenHash = hashSecret(token);
  const confirm = async (tx: Transaction) => {
    await tx.query(holdAccountStatement(tokenHash));
    const [row] = await tx
      .query<{ sender: string; accountId: number }>(confirmSenderStatement(tokenHash, now))
      .catch(takenElsewhere);
    if (!row) throw noLink();
    const { sender, accountId } = row;
    await recordActivity(
      tx,
      { accountId, actor: { accountId, address }, action: "email_sender_confirmed", details: { sender } },
      now,
    );
    return sender;
  };
  return inChangeTurn(db, `link ${tokenHash.toString("base64")}`, () => db.transaction(confirm));
}

function noLink(): GatewayError {
  return new GatewayError(
    "invalid_parameter",
    "This link has expired or was already used. Send a new one from the Members Area.",
  );
}
