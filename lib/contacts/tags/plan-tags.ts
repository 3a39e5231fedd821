import type { AskedTag, PlaceForTag } from "@/lib/contacts/tags/tags.sql";
import { MAX_CONVERSATION_TAGS, MAX_TAGS } from "@/lib/contracts/base/values";

/** The outcome of adding a tag to a conversation, with the tag in the account's spelling. */
export type TagOutcome = {
  kind: "added" | "there" | "conversation_full" | "account_full" | "not_written";
  tag: string;
};

/** The tags to write, and the outcome of each requested tag. */
export type PlannedTags = { added: AskedTag[]; outcomes: TagOutcome[] };

/**
 * Plans tags one after the other, within the limits of each conversation and of the account
 * (rules: conversation tags). It reads and writes no database.
 * @param accountTags the number of different tags of the account.
 */
export function planTags(places: readonly PlaceForTag[], accountTags: number): PlannedTags {
  const added: AskedTag[] = [];
  const spellings = new Map<string, string>();
  const news = new Map<string, Set<string>>();
  let different = accountTags;
  const outcomes = places.map(({ msisdn, key, isThere, tags, hasIt, ...place }): TagOutcome => {
    const written = place.writtenAs ?? spellings.get(key);
    const tag = written ?? place.tag;
    const ofNumber = news.get(msisdn) ?? new Set();
    if (!isThere) return { kind: "not_written", tag };
    if (hasIt || ofNumber.has(key)) return { kind: "there", tag };
    if (tags + ofNumber.size >= MAX_CONVERSATION_TAGS) return { kind: "conversation_full", tag };
    if (written === undefined && different >= MAX_TAGS) return { kind: "account_full", tag };
    if (written === undefined) different++;
    spellings.set(key, tag);
    news.set(msisdn, ofNumber.add(key));
    added.push({ msisdn, tag });
    return { kind: "added", tag };
  });
  return { added, outcomes };
}
