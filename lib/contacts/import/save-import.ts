import { type Actor, recordActivity } from "@/lib/activity/record-activity";
import { readBookStatement } from "@/lib/contacts/book.sql";
import { listNamed, requirePlaces } from "@/lib/contacts/change-lists";
import { keepFields } from "@/lib/contacts/fields";
import {
  countAddedStatement,
  countStagedStatement,
  deleteStagedStatement,
  joinImportedStatement,
  noteSavedStatement,
  type StagedCounts,
  type Stretch,
  saveRowsStatement,
  type TakenRow,
} from "@/lib/contacts/import/imports.sql";
import { isOver, lockImport, unknownImport } from "@/lib/contacts/import/stage-import";
import { lockBook, requireRoom } from "@/lib/contacts/lock-book";
import { MAX_CONTACTS } from "@/lib/contracts/base/values";
import type { ImportPreview } from "@/lib/contracts/members/contacts/contact-imports";
import type { Database, Queryable } from "@/lib/db/client";
import type { Sql } from "@/lib/db/sql";
import { GatewayError } from "@/lib/errors";

/** The rows of an import that one statement saves or deletes. */
const BATCH = 5_000;

/** An import to save, and the number of rows in its file. `still` throws if the caller has lost the right to save. */
export type AskedImport = { id: string; rows: number; still?: (tx: Queryable) => Promise<void> };

/** The result of a saved import. */
export type SavedImport = { added: number; updated: number };

/** Returns the result that saving an import would have (rules: contact imports). */
export async function previewImport(
  db: Database,
  { accountId, id }: { accountId: number; id: string },
  now: Date,
): Promise<ImportPreview> {
  const begun = await db.prisma.contactImport.findUnique({ where: { id, accountId } });
  if (!begun || isOver(begun, now)) throw unknownImport();
  const { staged, existing } = await countStaged(db, accountId, id);
  const [book] = await db.query<{ contacts: number }>(readBookStatement(accountId));
  const { rows, valid } = begun;
  const added = staged - existing;
  return {
    rows,
    skipped: rows - valid,
    duplicates: valid - staged,
    added,
    updated: existing,
    fits: (book?.contacts ?? 0) + added <= MAX_CONTACTS,
  };
}

/**
 * Saves an import whole (rules: contact imports). One transaction writes its contacts, fields, list and activity. It
 * locks the account's contacts but not the account, so that messages are accepted meanwhile. A repeat returns the
 * first result.
 * @throws GatewayError `not_found`, `conflict` if a part of the file is missing or the account is full, and the
 * errors of `still`.
 */
export async function saveImport(
  db: Database,
  actor: Actor,
  { id, rows, still }: AskedImport,
  now: Date,
): Promise<SavedImport> {
  const { accountId } = actor;
  return db.transaction(async (tx) => {
    const contacts = await lockBook(tx, accountId);
    // Another change may have held the lock for long: a person who was removed meanwhile must not save.
    await still?.(tx);
    const {
      savedAt,
      added: before,
      updated: merged,
      ...begun
    } = await lockImport(tx, { accountId, id }, now);
    if (savedAt !== null) return { added: before ?? 0, updated: merged ?? 0 };
    if (begun.rows !== rows)
      throw new GatewayError("conflict", `${begun.rows} of the file's ${rows} rows arrived. Begin again.`);
    const { staged, existing } = await countStaged(tx, accountId, id);
    const saved = { added: staged - existing, updated: existing };
    requireRoom(contacts + saved.added);
    await keepFields(tx, accountId, begun.fields);
    await eachStretch(tx, (stretch) => saveRowsStatement(accountId, id, stretch, now));
    await tx.query(countAddedStatement(accountId, saved.added));
    if (begun.listName !== null) {
      const list = await listNamed(tx, accountId, begun.listName, now);
      await eachStretch(tx, (stretch) => joinImportedStatement(accountId, id, list, stretch));
      await requirePlaces(tx, accountId);
    }
    await tx.query(noteSavedStatement(id, saved, now));
    const details = { ...saved, ...(begun.listName === null ? {} : { list: begun.listName }) };
    await recordActivity(tx, { accountId, actor, action: "contacts_imported", details }, now);
    tx.afterCommit((after) => deleteStaged(after, id), "an import's rows wait for the sweep");
    return saved;
  });
}

/** Runs statements over an import's rows, sorted by number, one for each stretch. */
async function eachStretch(tx: Queryable, statementOf: (stretch: Stretch) => Sql): Promise<void> {
  for (let after = ""; ; ) {
    const [taken] = await tx.query<TakenRow>(statementOf({ after, limit: BATCH }));
    if (!taken?.last) return;
    after = taken.last;
  }
}

async function countStaged(db: Queryable, accountId: number, id: string): Promise<StagedCounts> {
  const [counts] = await db.query<StagedCounts>(countStagedStatement(accountId, id));
  return counts ?? { staged: 0, existing: 0 };
}

async function deleteStaged(db: Queryable, id: string): Promise<void> {
  for (let isFull = true; isFull; ) {
    const [gone] = await db.query<{ count: number }>(deleteStagedStatement(id, BATCH));
    isFull = gone?.count === BATCH;
  }
}
