import { askedSenderStatement, defaultSenderStatement, type SenderRow } from "@/lib/accounts/find-sender.sql";
import type { Caller } from "@/lib/auth/callers/caller";
import { cachedFor } from "@/lib/auth/callers/caller-cache";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { excerpt } from "@/lib/parsing/excerpt";

/** The requested sender, if there is one, and whether the message is from a template. */
type SenderRequest = { asked: string | undefined; kind: "standard" | "template" };

type Account = Pick<Caller, "accountId" | "defaultSenderId" | "templateSenderId">;

/**
 * Returns the sender of a message (rules: senders). A requested sender is accepted if it is shared or belongs to the
 * account. Without one, a text has the account's default sender. A template has the account's template sender, or the
 * template sender of all accounts. The last choice is the first shared sender.
 * @throws GatewayError `sender_not_authorised`.
 */
export async function findSender(
  db: Database,
  account: Account,
  { asked, kind }: SenderRequest,
  now: Date,
): Promise<string> {
  const { accountId, defaultSenderId, templateSenderId } = account;
  const name = JSON.stringify(["sender", accountId, defaultSenderId, templateSenderId, kind, asked]);
  const number = await cachedFor(db, name, now, () => readSender(db, account, { asked, kind }));
  if (number !== null) return number;
  throw new GatewayError(
    "sender_not_authorised",
    asked === undefined
      ? "This account has no sender to send from."
      : `This account may not send from '${excerpt(asked, 40)}'.`,
  );
}

/** Returns the sender of an account's messages without a request for one; null if it has no sender. */
export async function findUsualSender(db: Database, account: Account, now: Date): Promise<string | null> {
  try {
    return await findSender(db, account, { asked: undefined, kind: "standard" }, now);
  } catch (error) {
    if (error instanceof GatewayError) return null;
    throw error;
  }
}

async function readSender(
  db: Database,
  account: Account,
  { asked, kind }: SenderRequest,
): Promise<string | null> {
  const { accountId, defaultSenderId, templateSenderId } = account;
  const isTemplate = kind === "template";
  const chosenId = isTemplate ? templateSenderId : defaultSenderId;
  const [row] = await db.query<SenderRow>(
    asked === undefined
      ? defaultSenderStatement(accountId, chosenId, isTemplate)
      : askedSenderStatement(accountId, asked),
  );
  return row?.number ?? null;
}
