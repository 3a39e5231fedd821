import type { Database } from "@/lib/db/client";
import {
  forgetWordsStatement,
  type MessagePlace,
  messagesUpToStatement,
  waitForPositionStatement,
} from "@/lib/messages/search-index/index-anew.sql";
import { writeIndex } from "@/lib/messages/search-index/index-messages";
import type { UnindexedMessage } from "@/lib/messages/search-index/index-messages.sql";

/** The messages of one transaction. */
const BATCH = 2_000;

const BEGINNING: MessagePlace = { acceptedAt: new Date(0), id: "00000000-0000-0000-0000-000000000000" };

/**
 * Indexes an account's messages that the index of this cell has already passed (rules: search index), because the
 * account came from another cell. `indexMessages` indexes newer ones. Safe to repeat.
 */
export async function indexAnew(db: Database, accountId: number): Promise<void> {
  const upTo = await db.transaction(async (tx) => {
    const [position] = await tx.query<{ indexedTo: string }>(waitForPositionStatement());
    if (!position) throw new Error("The search index has no position.");
    await tx.query(forgetWordsStatement(accountId));
    return position.indexedTo;
  });
  for (let after: MessagePlace | undefined = BEGINNING; after; ) {
    const messages: (UnindexedMessage & MessagePlace)[] = await db.query(
      messagesUpToStatement(accountId, upTo, after, BATCH),
    );
    const inOrder = messages.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    if (inOrder.length > 0) await db.transaction((tx) => writeIndex(tx, inOrder));
    after = messages.length === BATCH ? messages.at(-1) : undefined;
  }
}
