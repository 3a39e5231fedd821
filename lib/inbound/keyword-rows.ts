import { MAX_KEYWORDS, readKeyword, type WrittenKeyword } from "@/lib/carriers/setup/keyword-list";
import { readOwners, shownOwner } from "@/lib/carriers/setup/owners";
import { HOME_CELL } from "@/lib/cell-numbers";
import { type Database, db } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/**
 * Lists the keywords of a sender, or of all (rules: inbound keywords), in alphabetical order and in the format of a
 * networks document.
 */
export async function listKeywords(own: Database, sender?: string): Promise<Required<WrittenKeyword>[]> {
  const home = homeOf(own);
  const rows = await home.prisma.inboundKeyword.findMany({
    ...(sender !== undefined && { where: { shortcode: { number: sender } } }),
    include: { shortcode: { select: { number: true } } },
    orderBy: [{ shortcodeId: "asc" }, { keyword: "asc" }],
    take: MAX_KEYWORDS,
  });
  const owners = await readOwners(
    home,
    rows.map(({ accountId }) => accountId),
  );
  return rows.map(({ keyword, accountId, shortcode }) => ({
    sender: shortcode.number,
    word: keyword,
    account: accountId,
    email: shownOwner(owners, accountId).email,
  }));
}

/** Returns home, which stores the keywords for accounts of all cells (rules: shared tables). */
function homeOf(own: Database): Database {
  return own.cell === HOME_CELL ? own : db();
}

/** A keyword of a sender, as an operator writes it. */
export type GivenKeyword = { sender: string; word: string };

/**
 * Assigns messages to a shared sender that begin with a word to an account (rules: inbound keywords). An existing
 * keyword of the account is unchanged.
 * @param own the database of the account, in any cell.
 * @throws GatewayError `not_found` for an unknown sender; `invalid_parameter` for a sender that an account owns, and
 * for an invalid or reserved word; `conflict` for a word of another account.
 */
export async function addKeyword(
  own: Database,
  { sender, word }: GivenKeyword,
  accountId: number,
): Promise<{ sender: string; keyword: string; accountId: number }> {
  const keyword = readKeyword(word);
  const home = homeOf(own);
  const shortcode = await home.prisma.shortcode.findUnique({ where: { number: sender } });
  if (!shortcode) throw new GatewayError("not_found", `There is no sender ${sender}.`);
  if (shortcode.ownerId !== null)
    throw new GatewayError(
      "invalid_parameter",
      `${sender} is owned by account ${shortcode.ownerId}, and all messages to it are that account's.`,
    );
  const key = { shortcodeId: shortcode.id, keyword };
  await home.prisma.inboundKeyword.createMany({ data: { ...key, accountId }, skipDuplicates: true });
  const row = await home.prisma.inboundKeyword.findUnique({ where: { shortcodeId_keyword: key } });
  if (row && row.accountId !== accountId)
    throw new GatewayError("conflict", `${keyword} of ${sender} is taken by account ${row.accountId}.`);
  return { sender, keyword, accountId };
}

/**
 * Removes a keyword from its account.
 * @throws GatewayError `not_found` if no account has it.
 */
export async function removeKeyword(
  own: Database,
  { sender, word }: GivenKeyword,
): Promise<{ removed: true }> {
  const keyword = readKeyword(word);
  const { count } = await homeOf(own).prisma.inboundKeyword.deleteMany({
    where: { keyword, shortcode: { number: sender } },
  });
  if (count === 0) throw new GatewayError("not_found", `No account has ${keyword} of ${sender}.`);
  return { removed: true };
}
