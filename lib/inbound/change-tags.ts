import { lockAccountStatement } from "@/lib/accounts/lock-account.sql";
import { putTags } from "@/lib/contacts/tags/put-tags";
import { removeTagStatement } from "@/lib/contacts/tags/tags.sql";
import { MAX_CONVERSATION_TAGS, MAX_TAGS } from "@/lib/contracts/base/values";
import type { TagRequest } from "@/lib/contracts/members/conversation-tags";
import type { Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { handsetNumber } from "@/lib/inbound/owner/handset-number";
import { findCorrespondent } from "@/lib/inbound/read-conversation";

/** The change: the tag in the account's spelling, or null if nothing changed. */
export type TagChange = { number: string; tag: string | null };

/**
 * Adds a tag to a conversation (rules: conversation tags).
 * @throws GatewayError `not_found` for a number that has not written to the account, `conflict` for too many tags.
 */
export async function addTag(
  tx: Transaction,
  accountId: number,
  asked: TagRequest,
  now: Date,
): Promise<TagChange> {
  const number = handsetNumber(asked.number);
  await tx.query(lockAccountStatement(accountId));
  const [outcome] = await putTags(tx, accountId, [{ msisdn: number, tag: asked.tag }], now);
  switch (outcome?.kind) {
    case "added":
      return { number, tag: outcome.tag };
    case "there":
      return { number, tag: null };
    case "conversation_full":
      throw full(`A conversation has at most ${MAX_CONVERSATION_TAGS} tags. Remove one first.`);
    case "account_full":
      throw full(`An account has at most ${MAX_TAGS} different tags. Use one of them, or remove one first.`);
    default:
      throw new GatewayError("not_found", "This number has not written to you.");
  }
}

/**
 * Removes a tag from a conversation (rules: conversation tags).
 * @throws GatewayError `not_found` for a number that has not written to the account.
 */
export async function removeTag(tx: Transaction, accountId: number, asked: TagRequest): Promise<TagChange> {
  const number = handsetNumber(asked.number);
  await findCorrespondent(tx, accountId, number);
  const [removed] = await tx.query<{ tag: string }>(removeTagStatement(accountId, number, asked.tag));
  return { number, tag: removed?.tag ?? null };
}

function full(message: string): GatewayError {
  return new GatewayError("conflict", message);
}
