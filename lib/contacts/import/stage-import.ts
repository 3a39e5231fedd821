import { keyOfField, readFields, requireFieldNames } from "@/lib/contacts/fields";
import {
  countPieceStatement,
  dropUnsavedStatement,
  type ImportRow,
  lockImportStatement,
  stageRowsStatement,
} from "@/lib/contacts/import/imports.sql";
import { readPiece, type StagedContact } from "@/lib/contacts/import/read-piece";
import { lockBook } from "@/lib/contacts/lock-book";
import { MAX_FIELDS, MAX_IMPORT_ROWS } from "@/lib/contracts/base/values";
import type {
  BegunImport,
  ImportPiece,
  ImportProblems,
} from "@/lib/contracts/members/contacts/contact-imports";
import type { Database, Transaction } from "@/lib/db/client";
import { toColumns } from "@/lib/db/parameters";
import { GatewayError } from "@/lib/errors";
import { newId } from "@/lib/ids";

/**
 * The time for which an import is open. Its rows are purged an hour later, so that a save that begins in time is
 * complete.
 */
const OPEN_MS = 23 * 3_600_000;

/**
 * Begins an import (rules: contact imports), and deletes an earlier one that was not saved.
 * @returns the import's id.
 * @throws GatewayError `conflict` for too many fields; `invalid_parameter` for reserved or repeated names.
 */
export async function beginImport(
  db: Database,
  accountId: number,
  { fields, list }: BegunImport,
  now: Date,
): Promise<string> {
  requireFieldNames(fields);
  const known = new Set((await readFields(db, accountId)).map(({ key }) => key));
  const added = fields.filter((field) => !known.has(keyOfField(field)));
  if (known.size + added.length > MAX_FIELDS)
    throw new GatewayError(
      "conflict",
      `Contacts have at most ${MAX_FIELDS} fields. You have ${known.size}, and this file adds ${added.length}.`,
    );
  const id = newId();
  await db.transaction(async (tx) => {
    await lockBook(tx, accountId);
    await tx.query(dropUnsavedStatement(accountId));
    await tx.prisma.contactImport.create({
      data: { id, accountId, fields, listName: list ?? null, createdAt: now },
    });
  });
  return id;
}

/**
 * Stages the next piece of a file. Its rows become contacts when the whole import is saved. A repeated piece is read
 * again for its problems, and changes nothing.
 * @returns the rejected rows.
 * @throws GatewayError `not_found`; `conflict` if the piece is not the next one or the import is saved;
 * `invalid_parameter` for a file with too many rows.
 */
export async function stagePiece(
  db: Database,
  accountId: number,
  piece: ImportPiece,
  now: Date,
): Promise<ImportProblems> {
  const begun = await db.prisma.contactImport.findUnique({ where: { id: piece.id, accountId } });
  if (!begun) throw unknownImport();
  const { rows, valid, contacts, problems } = await readPiece(piece, begun.fields);
  const columns = await toColumns<StagedContact, "msisdn" | "id" | "name" | "fields">(contacts, {
    msisdn: ({ msisdn }) => msisdn,
    id: ({ id }) => id,
    name: ({ name }) => name,
    fields: ({ fields }) => JSON.stringify(fields),
  });
  await db.transaction(async (tx) => {
    const locked = await lockImport(tx, { accountId, id: piece.id }, now);
    if (piece.chunk < locked.chunks) return;
    if (locked.savedAt !== null) throw new GatewayError("conflict", "This import is saved already.");
    if (piece.chunk > locked.chunks)
      throw new GatewayError("conflict", `Piece ${locked.chunks} of the file has not arrived yet.`);
    if (locked.rows + rows > MAX_IMPORT_ROWS) throw tooManyRows();
    await tx.query(stageRowsStatement(piece.id, columns));
    await tx.query(countPieceStatement(piece.id, { rows, valid }));
  });
  return problems;
}

/**
 * Locks an account's open or saved import until the transaction ends, and returns it.
 * @throws GatewayError `not_found`.
 */
export async function lockImport(
  tx: Transaction,
  { accountId, id }: { accountId: number; id: string },
  now: Date,
): Promise<ImportRow> {
  const [found] = await tx.query<ImportRow>(lockImportStatement(accountId, id));
  if (!found || (found.savedAt === null && isOver(found, now))) throw unknownImport();
  return found;
}

/** Returns whether an import is too old to be saved: some of its rows may already be purged. */
export function isOver({ createdAt }: { createdAt: Date }, now: Date): boolean {
  return now.getTime() - createdAt.getTime() > OPEN_MS;
}

/** Deletes an unsaved import, with its rows. */
export async function cancelImport(db: Database, accountId: number, id: string): Promise<void> {
  await db.prisma.contactImport.deleteMany({ where: { id, accountId, savedAt: null } });
}

/** Returns the error for an import that does not exist: another import of the account may have replaced it. */
export function unknownImport(): GatewayError {
  return new GatewayError("not_found", "This import has ended. Begin again.");
}

function tooManyRows(): GatewayError {
  const most = MAX_IMPORT_ROWS.toLocaleString("en-NZ");
  return new GatewayError("invalid_parameter", `A file has at most ${most} rows. Split it.`);
}
