import { accountTagsStatement, conversationTagsStatement } from "@/lib/contacts/tags/tags.sql";
import { MAX_TAGS } from "@/lib/contracts/base/values";
import type { Queryable } from "@/lib/db/client";

/** As people look names up: a macron makes no other letter. */
const BY_NAME = new Intl.Collator("en-NZ", { numeric: true });

/** The tags that conversations of an account have, each once, by their names (rules: conversation tags). */
export async function listTags(db: Queryable, accountId: number): Promise<string[]> {
  const rows = await db.query<{ tag: string }>(accountTagsStatement(accountId, MAX_TAGS));
  return rows.map(({ tag }) => tag).sort(BY_NAME.compare);
}

/** The tags of the conversation with a number, by their names. */
export async function readTags(db: Queryable, accountId: number, msisdn: string): Promise<string[]> {
  const [row] = await db.query<{ tags: string[] }>(conversationTagsStatement(accountId, msisdn));
  return row?.tags ?? [];
}
