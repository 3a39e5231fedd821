import { isDeepStrictEqual } from "node:util";
import { lockKeywordsStatement } from "@/lib/carriers/document/keywords.sql";
import { MAX_KEYWORDS, readKeyword, type WrittenKeyword } from "@/lib/carriers/setup/keyword-list";
import { accountsThere } from "@/lib/carriers/setup/owners";
import type { Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

type KeywordRow = { shortcodeId: number; keyword: string; accountId: number };

/**
 * The new keywords, and the problems that prevent them. `rows` is null if nothing changes or nothing is
 * stated.
 */
export type KeywordPlan = { rows: KeywordRow[] | null; problems: string[] };

/**
 * Plans the changes that make the keywords of shared senders match a document
 * (rules: inbound keywords, networks document). Locks the keywords against changes by others until the
 * transaction ends.
 */
export async function planKeywords(
  tx: Transaction,
  stated: readonly WrittenKeyword[] | undefined,
): Promise<KeywordPlan> {
  if (stated === undefined) return { rows: null, problems: [] };
  await tx.query(lockKeywordsStatement());
  const shortcodes = await tx.prisma.shortcode.findMany({
    where: { number: { in: [...new Set(stated.map(({ sender }) => sender))] } },
    select: { id: true, number: true, ownerId: true },
  });
  const accounts = await accountsThere(
    tx,
    stated.map(({ account }) => account),
  );
  const known: KnownNames = {
    shortcodes: new Map(shortcodes.map((row) => [row.number, row])),
    accounts,
  };
  const places = new Map<string, number>();
  const problems: string[] = [];
  const rows = stated.flatMap((each, index) => {
    const place = `keywords[${index}]`;
    const [row, wrong] = readRow(each, known);
    problems.push(...wrong.map((problem) => `${place}: ${problem}`));
    if (row === null) return [];
    const key = `${row.shortcodeId} ${row.keyword}`;
    const before = places.get(key);
    if (before !== undefined) problems.push(`${place} is the keyword of keywords[${before}].`);
    places.set(key, index);
    return [row];
  });
  if (problems.length > 0) return { rows: null, problems };
  const kept = await tx.prisma.inboundKeyword.findMany({ take: MAX_KEYWORDS + 1 });
  return { rows: isDeepStrictEqual(inOrder(kept), inOrder(rows)) ? null : rows, problems };
}

export async function writeKeywords(tx: Transaction, rows: KeywordRow[]): Promise<void> {
  await tx.prisma.inboundKeyword.deleteMany({});
  await tx.prisma.inboundKeyword.createMany({ data: rows });
}

type KnownNames = {
  shortcodes: ReadonlyMap<string, { id: number; ownerId: number | null }>;
  accounts: ReadonlySet<number>;
};

/** Returns a keyword's row, or null if part of it is unknown, and its problems as sentences. */
function readRow(
  { sender, word, account }: WrittenKeyword,
  { shortcodes, accounts }: KnownNames,
): [KeywordRow | null, string[]] {
  const problems: string[] = [];
  const shortcode = shortcodes.get(sender);
  if (!shortcode) problems.push(`there is no sender ${sender}.`);
  else if (shortcode.ownerId !== null)
    problems.push(`${sender} is owned by account ${shortcode.ownerId}, and has no keywords.`);
  if (!accounts.has(account)) problems.push(`there is no account ${account}.`);
  try {
    const keyword = readKeyword(word);
    return [shortcode ? { shortcodeId: shortcode.id, keyword, accountId: account } : null, problems];
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return [null, [...problems, error.message]];
  }
}

function inOrder(rows: readonly KeywordRow[]): string[] {
  return rows.map(({ shortcodeId, keyword, accountId }) => `${shortcodeId} ${keyword} ${accountId}`).sort();
}
