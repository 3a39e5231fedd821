import { isDeepStrictEqual } from "node:util";
import { listSenders } from "@/lib/accounts/settings";
import type { Member } from "@/lib/auth/sessions/member";
import { readKeyword } from "@/lib/carriers/setup/keyword-list";
import { requireList } from "@/lib/contacts/change-lists";
import { lockBook } from "@/lib/contacts/lock-book";
import { type GivenReplyRule, MAX_PATTERNS, MAX_RULES } from "@/lib/contracts/members/auto-replies";
import type { Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { requireWriter } from "@/lib/replies/rules/require-writer";
import { encodeText } from "@/lib/sms/text/encoding";
import { foldedWords } from "@/lib/sms/text/folded-words";
import { MAX_PATTERN_LENGTH, readPattern } from "@/lib/sms/text/text-pattern";
import { findEndpoint } from "@/lib/webhooks/endpoint/find-endpoint";

/**
 * Adds a rule after all others of an account (rules: auto replies). The transaction has locked the account.
 * @param given the rule, with an id that the caller has chosen: a repeat does not add a second rule.
 * @returns whether the rule is new.
 * @throws GatewayError:
 * - `conflict` for too many rules or patterns, or if the id has a different rule
 * - `invalid_parameter` for a rule that can match or do nothing
 * - `not_found` for a missing list or endpoint, and for an id of another account
 */
export async function addRule(
  tx: Transaction,
  member: Member,
  { id, ...given }: GivenReplyRule & { id: string },
  now: Date,
): Promise<boolean> {
  const { accountId } = member;
  const data = await readRule(tx, member, given);
  const known = await tx.prisma.replyRule.findUnique({ where: { id, accountId } });
  if (known) {
    // A caller that gets a success must find the rule with the given values.
    if (!isDeepStrictEqual({ ...known, ...data }, known)) throw addedOtherwise();
    return false;
  }
  await requireRoomForPatterns(tx, accountId, data);
  const rules = await tx.prisma.replyRule.findMany({
    where: { accountId },
    select: { position: true },
    orderBy: { position: "desc" },
    take: MAX_RULES,
  });
  if (rules.length === MAX_RULES)
    throw new GatewayError("conflict", `An account has at most ${MAX_RULES} auto replies. Remove one first.`);
  const [last] = rules;
  const place = { position: (last?.position ?? 0) + 1, enabled: true, createdAt: now };
  const { count } = await tx.prisma.replyRule.createMany({
    data: { ...data, ...place, id, accountId },
    skipDuplicates: true,
  });
  if (count === 0) throw unknownRule();
  return true;
}

/**
 * Replaces the values of a rule, which keeps its position. The transaction has locked the account.
 * @throws GatewayError `not_found`; `invalid_parameter` for a rule that can match or send nothing; `conflict` for too
 * many patterns.
 */
export async function changeRule(
  tx: Transaction,
  member: Member,
  { id, ...given }: GivenReplyRule & { id: string },
): Promise<void> {
  const data = await readRule(tx, member, given);
  await requireRoomForPatterns(tx, member.accountId, { ...data, id });
  const { count } = await tx.prisma.replyRule.updateMany({
    where: { id, accountId: member.accountId },
    data,
  });
  if (count === 0) throw unknownRule();
}

/**
 * Enables or disables a rule.
 * @returns the rule's name, or null if nothing changed.
 * @throws GatewayError `not_found`.
 */
export async function enableRule(
  tx: Transaction,
  accountId: number,
  { id, enabled }: { id: string; enabled: boolean },
): Promise<string | null> {
  const rule = await tx.prisma.replyRule.findUnique({ where: { id, accountId } });
  if (!rule) throw unknownRule();
  if (rule.enabled === enabled) return null;
  await tx.prisma.replyRule.updateMany({ where: { id, accountId }, data: { enabled } });
  return rule.name;
}

/**
 * Swaps a rule with its neighbour. The transaction has locked the account.
 * @returns the rule's name, or null if it is already the first or the last.
 * @throws GatewayError `not_found`.
 */
export async function moveRule(
  tx: Transaction,
  accountId: number,
  { id, direction }: { id: string; direction: "up" | "down" },
): Promise<string | null> {
  const rules = await tx.prisma.replyRule.findMany({
    where: { accountId },
    select: { id: true, name: true, position: true },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    take: MAX_RULES,
  });
  const place = rules.findIndex((rule) => rule.id === id);
  const moved = rules[place];
  if (!moved) throw unknownRule();
  const other = rules[direction === "up" ? place - 1 : place + 1];
  if (!other) return null;
  const put = (rule: { id: string }, position: number) =>
    tx.prisma.replyRule.updateMany({ where: { id: rule.id, accountId }, data: { position } });
  await put(moved, other.position);
  await put(other, moved.position);
  return moved.name;
}

/**
 * Removes a rule. Its pending answers are still sent.
 * @returns the rule's name.
 * @throws GatewayError `not_found`.
 */
export async function removeRule(tx: Transaction, accountId: number, id: string): Promise<string> {
  const rule = await tx.prisma.replyRule.findUnique({ where: { id, accountId } });
  if (!rule) throw unknownRule();
  await tx.prisma.replyRule.deleteMany({ where: { id, accountId } });
  return rule.name;
}

/** Returns the stored form of a rule, after checks of all values together. */
async function readRule(
  tx: Transaction,
  { accountId, unicodeEnabled }: Member,
  given: GivenReplyRule,
): Promise<GivenReplyRule> {
  const words = given.match === "any" ? [] : [...new Set(given.words.map(READ_WORDS[given.match]))];
  const fromNumbers = [...new Set(given.fromNumbers.map(requireWriter))];
  const days = [...new Set(given.days)].sort((one, other) => one - other);
  if (given.match !== "any" && words.length === 0)
    throw new GatewayError("missing_parameter", "Parameter 'words' is required.");
  if (given.hours !== "always" && days.length === 0)
    throw new GatewayError("missing_parameter", "Parameter 'days' is required.");
  if (given.unicode && !unicodeEnabled)
    throw new GatewayError(
      "unicode_not_enabled",
      "Parameter 'unicode' needs Unicode to be enabled on the account.",
    );
  const { text, forward, addTo, removeFrom, sendTo, tag } = given;
  if (text === "" && !forward && !addTo && !removeFrom && !sendTo && !tag)
    throw new GatewayError("missing_parameter", "An auto reply needs a reply or another action.");
  if (text !== "" && encodeText(text, given.unicode).text.trim() === "")
    throw new GatewayError("invalid_parameter", "Parameter 'text' has no characters that can be sent.");
  const senders = given.sender === null ? [] : await listSenders(tx, accountId);
  if (given.sender !== null && !senders.some(({ number }) => number === given.sender))
    throw new GatewayError("sender_not_authorised", "This account can't use that sender.");
  await requireTargets(tx, accountId, given);
  return { ...given, words, fromNumbers, days };
}

/** Rejects missing lists and endpoints. Their removal waits until the transaction ends. */
async function requireTargets(
  tx: Transaction,
  accountId: number,
  { addTo, removeFrom, sendTo }: GivenReplyRule,
): Promise<void> {
  if (addTo !== null && addTo === removeFrom)
    throw new GatewayError("invalid_parameter", "Choose different lists to add to and to remove from.");
  const lists = [addTo, removeFrom].filter((list) => list !== null);
  if (lists.length > 0) await lockBook(tx, accountId);
  for (const list of lists) await requireList(tx, accountId, list);
  if (sendTo !== null) await findEndpoint(tx, accountId, sendTo);
}

/** Rejects a rule whose patterns exceed the account's limit (rules: text patterns). */
async function requireRoomForPatterns(
  tx: Transaction,
  accountId: number,
  { id, match, words }: Pick<GivenReplyRule, "match" | "words"> & { id?: string },
): Promise<void> {
  if (match !== "pattern") return;
  const others = await tx.prisma.replyRule.findMany({
    where: { accountId, match, ...(id && { id: { not: id } }) },
    select: { words: true },
    take: MAX_RULES,
  });
  const count = others.reduce((sum, rule) => sum + rule.words.length, words.length);
  if (count > MAX_PATTERNS)
    throw new GatewayError(
      "conflict",
      `An account's auto replies have at most ${MAX_PATTERNS} patterns in all. Remove some first.`,
    );
}

const READ_WORDS = { keyword: readKeyword, phrase: readPhrase, pattern: requirePattern };

function requirePattern(pattern: string): string {
  if (readPattern(pattern) !== null) return pattern;
  throw new GatewayError(
    "invalid_parameter",
    `A pattern needs a letter, a digit, ? or #, and has at most ${MAX_PATTERN_LENGTH} characters besides *.`,
  );
}

function readPhrase(phrase: string): string {
  if (foldedWords(phrase).trim() === "")
    throw new GatewayError("invalid_parameter", "A phrase needs a letter or a digit.");
  return phrase;
}

function addedOtherwise(): GatewayError {
  const sentence = "This auto reply was already added, and differs. Close this, and change it in the list.";
  return new GatewayError("conflict", sentence);
}

function unknownRule(): GatewayError {
  return new GatewayError("not_found", "There is no such auto reply.");
}
