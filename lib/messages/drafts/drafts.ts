import { MAX_DRAFTS } from "@/lib/contracts/base/values";
import {
  type DraftDetails,
  type DraftsList,
  type GivenDraft,
  readDraftOperation,
} from "@/lib/contracts/members/sending/drafts";
import type { Queryable, Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { type DraftRow, draftsStatement } from "@/lib/messages/drafts/drafts.sql";
import { formatNz } from "@/lib/sms/nz-time";

/** Lists an account's drafts without their forms, the newest first (rules: drafts). */
export async function listSendDrafts(db: Queryable, accountId: number): Promise<DraftsList> {
  const rows = await db.query<DraftRow>(draftsStatement(accountId));
  return { drafts: rows.map((row) => ({ ...row, savedAt: formatNz(row.savedAt) })) };
}

/**
 * Reads a draft of an account with its form.
 * @throws GatewayError `not_found`.
 */
export async function readSendDraft(db: Queryable, accountId: number, id: string): Promise<DraftDetails> {
  const row = await db.prisma.sendDraft.findUnique({ where: { id, accountId } });
  if (!row) throw unknownDraft();
  const { name, savedAt, fileName } = row;
  // A draft of an older version has the values of its version, and the defaults of an empty form for the rest.
  const form = readDraftOperation.response.shape.form.parse(JSON.parse(row.form));
  return { id, name, fileName, savedAt: formatNz(savedAt), form };
}

/**
 * Stores a form as a draft (rules: drafts). It replaces the draft with its id. If there is none, the draft is added
 * under that id, so that a repeat adds no second one. The transaction has locked the account.
 * @returns the draft's id.
 * @throws GatewayError `conflict` for too many drafts, and `not_found` for an id of another account.
 */
export async function saveSendDraft(
  tx: Transaction,
  accountId: number,
  { id: given, name, form, fileName }: GivenDraft,
  now: Date,
): Promise<string> {
  const data = { name, fileName, form: JSON.stringify(form), savedAt: now };
  if (given) {
    const { count } = await tx.prisma.sendDraft.updateMany({ where: { id: given, accountId }, data });
    if (count > 0) return given;
  }
  if ((await tx.prisma.sendDraft.count({ where: { accountId } })) >= MAX_DRAFTS)
    throw new GatewayError("conflict", `An account has at most ${MAX_DRAFTS} drafts. Delete one first.`);
  const id = given ?? newId();
  const { count } = await tx.prisma.sendDraft.createMany({
    data: { ...data, id, accountId },
    skipDuplicates: true,
  });
  if (count === 0) throw unknownDraft();
  return id;
}

/**
 * Deletes a draft.
 * @returns the draft's name.
 * @throws GatewayError `not_found`.
 */
export async function removeSendDraft(tx: Transaction, accountId: number, id: string): Promise<string> {
  const row = await tx.prisma.sendDraft.findUnique({ where: { id, accountId }, select: { name: true } });
  if (!row) throw unknownDraft();
  await tx.prisma.sendDraft.deleteMany({ where: { id, accountId } });
  return row.name;
}

function unknownDraft(): GatewayError {
  return new GatewayError("not_found", "There is no such draft.");
}
