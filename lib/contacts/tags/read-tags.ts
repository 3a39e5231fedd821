import { accountTagsStatement, conversationTagsStatement } from "@/lib/contacts/tags/tags.sql";
import { MAX_TAGS } from "@/lib/contracts/base/values";
import type { Queryable } from "@/lib/db/client";

/** The sort order of names for people: a letter with a macron sorts like the letter without. */
const BY_NAME = new Intl.Collator("en-NZ", { numeric: true });

/** Lists the different tags of an account's conversations, sorted by name (rules: conversation tags). */
export async function listTags(db: Queryable, accountId: number): Promise<string[]> {
  const rows = await db.query<{ tag: string }>(accountTagsStatement(accountId, MAX_TAGS));
  return rows.map(({ tag }) => tag).sort(BY_NAME.compare);
}

/** Reads the tags of the conversation with a number, sorted by name. */
export async function readTags(db: Queryable, accountId: number, msisdn: string): Promise<string[]> {
  const [row] = await db.query<{ tags: string[] }>(conversationTagsStatement(accountId, msisdn));
  return row?.tags ?? [];
}
