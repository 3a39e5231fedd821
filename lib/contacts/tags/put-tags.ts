import { planTags, type TagOutcome } from "@/lib/contacts/tags/plan-tags";
import { listTags } from "@/lib/contacts/tags/read-tags";
import { type AskedTag, type PlaceForTag, placesForTagsStatement } from "@/lib/contacts/tags/tags.sql";
import type { Transaction } from "@/lib/db/client";

/**
 * Adds tags to conversations of an account, one after the other (rules: conversation tags). The transaction has
 * locked the account, so that concurrent calls keep the limits and one spelling for each tag. If a limit is reached,
 * the tag's outcome says so, and the other tags are added.
 * @returns the outcome of each tag.
 */
export async function putTags(
  tx: Transaction,
  accountId: number,
  asked: readonly AskedTag[],
  since: Date,
): Promise<TagOutcome[]> {
  if (asked.length === 0) return [];
  const places = await tx.query<PlaceForTag>(placesForTagsStatement(accountId, asked));
  const isNew = places.some(({ writtenAs }) => writtenAs === null);
  const { added, outcomes } = planTags(places, isNew ? (await listTags(tx, accountId)).length : 0);
  if (added.length > 0)
    await tx.prisma.conversationTag.createMany({
      data: added.map((tag) => ({ ...tag, accountId, since })),
    });
  return outcomes;
}
