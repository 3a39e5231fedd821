import { MAX_KEYWORDS, readKeyword, type WrittenKeyword } from "@/lib/carriers/setup/keyword-list";
import { HOME_CELL } from "@/lib/cell-numbers";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/**
 * The keywords of a sender, or of all (rules: inbound keywords), in the order of the alphabet and as a networks document
 * has them.
 */
export async function listKeywords(db: Database, sender?: string): Promise<Required<WrittenKeyword>[]> {
  const rows = await db.prisma.inboundKeyword.findMany({
    ...(sender !== undefined && { where: { shortcode: { number: sender } } }),
    include: { shortcode: { select: { number: true } }, account: { select: { email: true } } },
    orderBy: [{ shortcodeId: "asc" }, { keyword: "asc" }],
    take: MAX_KEYWORDS,
  });
  return rows.map(({ keyword, accountId, shortcode, account }) => ({
    ...{ sender: shortcode.number, word: keyword, account: accountId, email: account.email },
  }));
}

/** A keyword of a sender, as an operator writes it. */
export type GivenKeyword = { sender: string; word: string };

/**
 * Has messages to a shared sender that begin with a word belong to an account (rules: inbound keywords). What it has already
 * stays as it is.
 * @throws GatewayError `not_found` for a sender that there is not; `invalid_parameter` for one that an account owns, and for what is
 * no word or is reserved; `conflict` for a word that another account has.
 */
export async function addKeyword(
  db: Database,
  { sender, word }: GivenKeyword,
  accountId: number,
): Promise<{ sender: string; keyword: string; accountId: number }> {
  const keyword = readKeyword(word);
  if (db.cell !== HOME_CELL)
    throw new GatewayError(
      "invalid_parameter",
      "A word belongs to an account of the home cell, and this one is in another.",
    );
  const shortcode = await db.prisma.shortcode.findUnique({ where: { number: sender } });
  if (!shortcode) throw new GatewayError("not_found", `There is no sender ${sender}.`);
  if (shortcode.ownerId !== null)
    throw new GatewayError(
      "invalid_parameter",
      `${sender} is owned by account ${shortcode.ownerId}, and all messages to it are that account's.`,
    );
  const key = { shortcodeId: shortcode.id, keyword };
  await db.prisma.inboundKeyword.createMany({ data: { ...key, accountId }, skipDuplicates: true });
  const row = await db.prisma.inboundKeyword.findUnique({ where: { shortcodeId_keyword: key } });
  if (row && row.accountId !== accountId)
    throw new GatewayError("conflict", `${keyword} of ${sender} is taken by account ${row.accountId}.`);
  return { sender, keyword, accountId };
}

/**
 * Takes a keyword away from whoever has it.
 * @throws GatewayError `not_found` where nobody has it.
 */
export async function removeKeyword(
  db: Database,
  { sender, word }: GivenKeyword,
): Promise<{ removed: true }> {
  const keyword = readKeyword(word);
  const { count } = await db.prisma.inboundKeyword.deleteMany({
    where: { keyword, shortcode: { number: sender } },
  });
  if (count === 0) throw new GatewayError("not_found", `Nobody has ${keyword} of ${sender}.`);
  return { removed: true };
}
