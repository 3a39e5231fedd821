import type { TagOutcome } from "@/lib/contacts/tags/plan-tags";
import { putTags } from "@/lib/contacts/tags/put-tags";
import { MAX_CONVERSATION_TAGS, MAX_TAGS } from "@/lib/contracts/base/values";
import type { Transaction } from "@/lib/db/client";
import type { DueChange } from "@/lib/replies/changes/due-changes.sql";

/** The outcome of a rule's tag: the tag in the account's spelling, and a note for people if it was not added. */
type DueTag = {
  tagged: string | null;
  note: string | null;
  /** A limit was reached. */
  isFull: boolean;
};

const NONE: DueTag = { tagged: null, note: null, isFull: false };

/**
 * Adds the tags of rules to conversations (rules: tags by rules). The transaction has locked the account.
 * @returns the outcome of each change's tag, in their order.
 */
export async function tagDue(
  tx: Transaction,
  accountId: number,
  due: readonly DueChange[],
  now: Date,
): Promise<DueTag[]> {
  const asked = due.flatMap(({ msisdn, tag }, place) => (tag === null ? [] : [{ msisdn, tag, place }]));
  const outcomes = await putTags(tx, accountId, asked, now);
  const byPlace = new Map(asked.map(({ place }, at) => [place, outcomes[at]]));
  return due.map((_, place) => told(byPlace.get(place)));
}

function told(outcome: TagOutcome | undefined): DueTag {
  if (outcome === undefined) return NONE;
  const { kind, tag } = outcome;
  switch (kind) {
    case "added":
      return { ...NONE, tagged: tag };
    case "there":
      return { ...NONE, note: `Already tagged ${tag}.` };
    case "conversation_full":
      return notTagged(tag, `a conversation has at most ${MAX_CONVERSATION_TAGS} tags.`);
    case "account_full":
      return notTagged(tag, `an account has at most ${MAX_TAGS} different tags.`);
    // The matched message is being deleted, and its row of actions with it.
    case "not_written":
      return { ...NONE, note: "The conversation is no longer there." };
  }
}

function notTagged(tag: string, why: string): DueTag {
  return { tagged: null, note: `Not tagged ${tag}: ${why}`, isFull: true };
}
