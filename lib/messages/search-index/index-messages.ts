import type { Database, Transaction } from "@/lib/db/client";
import { toColumns } from "@/lib/db/parameters";
import { idAt } from "@/lib/ids";
import {
  lockPositionStatement,
  movePositionStatement,
  type UnindexedMessage,
  unindexedStatement,
  writeNumbersStatement,
  writeWordsStatement,
} from "@/lib/messages/search-index/index-messages.sql";
import { partsOf, termOf, wordsOf } from "@/lib/messages/search-index/words";
import { mapInSlices } from "@/lib/parsing/map-in-slices";

/** The age at which a message is indexed, so that no message with an earlier id is accepted later. */
export const SETTLED_MS = 2 * 60_000;

/**
 * Messages that will be purged within this time are not indexed: the index must not keep the number of a purged
 * message.
 */
const GOES_SOON_MS = 3_600_000;

/** The time in which one run begins batches: a twelfth of a minute, so that the rest is free for acceptance. */
const BUDGET_MS = 5_000;

/**
 * The messages of one transaction. `block` is the most messages of an account that share a row, in which each word is
 * stored once.
 */
const LIMITS = { batch: 2_000, block: 100 };

/** Below every id. */
const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

/** The texts that are split into words without a break, in about a millisecond. */
const SLICE = 200;

/** Messages of one account, oldest first, and the words of all their texts. */
type Block = { accountId: number; ids: string[]; words: Set<string> };

/**
 * Indexes messages by words of their texts and by parts of their numbers, from the end of the last run
 * (rules: search index). Each batch is a transaction with its position, so that the batch of a killed server is
 * repeated whole. One server indexes at a time. Another one finds the position locked and returns.
 * @param keptMs the time for which messages are kept, in milliseconds; null for ever.
 * @returns the number of indexed messages.
 */
export async function indexMessages(
  db: Database,
  now: Date,
  keptMs: number | null = null,
  { batch, block, budgetMs } = { ...LIMITS, budgetMs: BUDGET_MS },
): Promise<number> {
  const from = keptMs === null ? LOWEST_ID : idAt(new Date(now.getTime() - keptMs + GOES_SOON_MS));
  const range = { from, before: idAt(new Date(now.getTime() - SETTLED_MS)) };
  const over = performance.now() + budgetMs;
  let indexed = 0;
  do {
    const count = await db.transaction((tx) => indexBatch(tx, range, { batch, block }));
    indexed += count;
    if (count < batch) break;
  } while (performance.now() < over);
  return indexed;
}

async function indexBatch(
  tx: Transaction,
  { from, before }: { from: string; before: string },
  limits: typeof LIMITS,
): Promise<number> {
  const [position] = await tx.query<{ indexedTo: string }>(lockPositionStatement());
  if (!position) return 0;
  const after = position.indexedTo < from ? from : position.indexedTo;
  const messages = await tx.query<UnindexedMessage>(unindexedStatement({ after, before }, limits.batch));
  const last = messages.at(-1);
  if (!last) return 0;
  await writeIndex(tx, messages, limits.block);
  await tx.query(movePositionStatement(last.id));
  return messages.length;
}

/** Writes messages, oldest first, into the index. */
export async function writeIndex(
  tx: Transaction,
  messages: readonly UnindexedMessage[],
  block = LIMITS.block,
): Promise<void> {
  await writeWords(tx, await toBlocks(messages, block));
  await writeNumbers(tx, messages);
}

/** Builds blocks. The texts of a bulk send are often equal, and each different text is split once. */
async function toBlocks(messages: readonly UnindexedMessage[], size: number): Promise<Block[]> {
  const all: Block[] = [];
  const open = new Map<number, Block>();
  const known = new Map<string, string[]>();
  await mapInSlices(messages, SLICE, ({ id, accountId, body }) => {
    let block = open.get(accountId);
    if (!block || block.ids.length === size) {
      block = { accountId, ids: [], words: new Set() };
      open.set(accountId, block);
      all.push(block);
    }
    const words = known.get(body) ?? wordsOf(body);
    known.set(body, words);
    block.ids.push(id);
    for (const word of words) block.words.add(word);
  });
  return all;
}

async function writeWords(tx: Transaction, blocks: readonly Block[]): Promise<void> {
  const columns = await toColumns(blocks, {
    lastIds: ({ ids }) => ids.at(-1),
    firstIds: ({ ids }) => ids[0],
    accountIds: ({ accountId }) => accountId,
    messageIds: ({ ids }) => ids.join(" "),
    words: ({ accountId, words }) => [...words].map((word) => termOf(accountId, word)).join(" "),
  });
  await tx.query(writeWordsStatement(columns));
}

async function writeNumbers(tx: Transaction, messages: readonly UnindexedMessage[]): Promise<void> {
  const distinct = [...new Map(messages.map((each) => [termOf(each.accountId, each.msisdn), each])).values()];
  const columns = await toColumns(distinct, {
    accountIds: ({ accountId }) => accountId,
    msisdns: ({ msisdn }) => msisdn,
    parts: ({ accountId, msisdn }) =>
      partsOf(msisdn)
        .map((part) => termOf(accountId, part))
        .join(" "),
  });
  await tx.query(writeNumbersStatement(columns));
}
