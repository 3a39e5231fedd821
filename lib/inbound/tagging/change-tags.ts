import { lockAccountStatement } from "@/lib/accounts/lock-account.sql";
import { MAX_CONVERSATION_TAGS, MAX_TAGS } from "@/lib/contracts/base/values";
import type { TagRequest } from "@/lib/contracts/members/inbound/conversation-tags";
import type { Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { handsetNumber } from "@/lib/inbound/handset-number";
import { findCorrespondent } from "@/lib/inbound/read-conversation";
import { listTags } from "@/lib/inbound/tags/read-tags";
import { type PlaceForTag, placeForTagStatement, removeTagStatement } from "@/lib/inbound/tags/tags.sql";

/** What was changed: the tag as the account writes it; null where nothing was to be changed. */
export type TagChange = { number: string; tag: string | null };

/**
 * Puts a tag on a conversation (rules: conversation tags). The account is locked, so that the limits hold and a tag has one
 * spelling however many come at once.
 * @throws GatewayError `not_found` for a number that has not written to the account, `conflict` for one tag too many.
 */
export async function addTag(
  tx: Transaction,
  accountId: number,
  asked: TagRequest,
  now: Date,
): Promise<TagChange> {
  const number = handsetNumber(asked.number);
  await tx.query(lockAccountStatement(accountId));
  const [place] = await tx.query<PlaceForTag>(placeForTagStatement(accountId, number, asked.tag));
  if (!place) throw new GatewayError("not_found", "Nobody has written to you from this number.");
  if (place.hasIt) return { number, tag: null };
  if (place.tags >= MAX_CONVERSATION_TAGS)
    throw full(`A conversation has at most ${MAX_CONVERSATION_TAGS} tags. Remove one first.`);
  if (place.writtenAs === null && (await listTags(tx, accountId)).length >= MAX_TAGS)
    throw full(`An account has at most ${MAX_TAGS} different tags. Use one of them, or remove one first.`);
  const tag = place.writtenAs ?? asked.tag;
  await tx.prisma.conversationTag.create({ data: { accountId, msisdn: number, tag, since: now } });
  return { number, tag };
}

/**
 * Takes a tag off a conversation (rules: conversation tags).
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
