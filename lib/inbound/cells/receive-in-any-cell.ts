import type { CarrierInbound } from "@/lib/carriers/inbound";
import { copyShared } from "@/lib/carriers/shared/copy-shared";
import { HOME_CELL } from "@/lib/cell-numbers";
import { type Answer, askCells, awayAmong } from "@/lib/db/cells/ask-cells";
import { cellOf, otherCells } from "@/lib/db/cells/cells";
import { whileMoving } from "@/lib/db/cells/while-moving";
import type { Database } from "@/lib/db/client";
import { storable } from "@/lib/db/storable";
import { DatabaseUnavailableError } from "@/lib/db/unavailable";
import {
  type AddressedInbound,
  type KnownOfInbound,
  knownOfInboundStatement,
} from "@/lib/inbound/cells/whose-inbound.sql";
import { addressedOf } from "@/lib/inbound/owner/addressed";
import { GAP } from "@/lib/inbound/parts/join";
import { isPart, PART_KNOWN_MS } from "@/lib/inbound/parts/take-parts";
import { hashOf } from "@/lib/inbound/parts/unfinished";
import { receive, receiveBatch } from "@/lib/inbound/receive";
import { KNOWN_MS } from "@/lib/inbound/repeats";
import { firstKeyword } from "@/lib/sms/text/keywords";

/**
 * The longest wait for a cell. If a cell that has the message does not answer in time, another cell might store it.
 */
const PATIENCE_MS = 8_000;

type Answers = readonly Answer<readonly KnownOfInbound[]>[];

/**
 * Stores messages in like `receive`, each in the cell of its account (rules: cells and networks, inbound owner). The
 * account is the owner of the shortcode or of the first word, otherwise the one that sent to the number last, over
 * all cells. A cell that already has the message, or other parts of it, keeps it. A message of no account is stored
 * in the cell whose connection received it.
 * @returns after the commits, so that the carrier may be answered.
 * @throws DatabaseUnavailableError after the other messages are stored, if a cell that does not answer may have a
 * message that no other cell knows. The carrier then repeats the messages, and stored ones count once.
 */
export function receiveInAnyCell(
  own: Database,
  carrier: string,
  messages: readonly CarrierInbound[],
  now: Date,
): Promise<void> {
  return whileMoving(() => receiveOnce(own, carrier, messages, now));
}

async function receiveOnce(
  own: Database,
  carrier: string,
  messages: readonly CarrierInbound[],
  now: Date,
): Promise<void> {
  const others = otherCells(own);
  if (others.length === 0) {
    await receive(own, carrier, messages, now);
    return;
  }
  const addressed = (await addressedOf(own, carrier, messages, { others, now })).map(toAddressed);
  const known = { partsSince: before(now, PART_KNOWN_MS), since: before(now, KNOWN_MS), now };
  const statement = knownOfInboundStatement(carrier, addressed, known);
  const answers = await askCells(
    [own, ...others],
    (cell) => cell.query<KnownOfInbound>(statement),
    PATIENCE_MS,
  );
  for (const answer of answers) if (answer.cell === own && "failure" in answer) throw answer.failure;
  const isSure = awayAmong(answers, "a cell did not answer for the owners of messages in").length === 0;
  // The link owners of a cell that does not answer are unknown. A repeated text may then be a person's second one.
  const heldElsewhere = isSure ? heldOf(answers) : null;
  const byCell = new Map<Database, CarrierInbound[]>();
  const stale = new Set<Database>();
  let open = 0;
  for (const [index, message] of messages.entries()) {
    const said = saidOf(answers, index);
    const found = cellFor(said, heldElsewhere);
    const cell = found === "nobody" ? (isSure ? own : null) : found;
    if (cell && isStale(said, cell)) stale.add(cell);
    if (cell) byCell.set(cell, [...(byCell.get(cell) ?? []), message]);
    else open++;
  }
  for (const cell of stale) await copyShared(cell, now);
  for (const [cell, theirs] of byCell)
    await receiveBatch(cell, { carrier, messages: theirs, onlyFor: null, heldElsewhere }, now);
  if (open > 0)
    throw new DatabaseUnavailableError(new Error("A cell does not answer, and may have the message."));
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

function toAddressed(message: CarrierInbound): AddressedInbound {
  const { from: msisdn, to: shortcode, body, part, reference, origin } = message;
  const waitsAt = message.sharedAddress ?? shortcode;
  const isWhole = part === undefined && !body.startsWith(GAP);
  return {
    msisdn,
    shortcode,
    keyword: isWhole ? firstKeyword(body) : null,
    reference: storable(reference),
    hash: isPart(message) ? hashOf({ ...message, to: waitsAt }) : (origin?.hash ?? null),
    owner: origin?.owner ?? null,
    part: isPart(message) ? { ...message.part, to: waitsAt } : null,
  };
}

/** Returns the owners of the carrier's links in all cells that answered. */
function heldOf(answers: Answers): string[] {
  const rows = answers.flatMap((answer) => ("said" in answer ? answer.said.slice(0, 1) : []));
  return [...new Set(rows.flatMap(({ held }) => held))];
}

/** The answers of cells about one message. */
type CellAnswers = readonly { cell: Database; known: KnownOfInbound }[];

function saidOf(answers: Answers, index: number): CellAnswers {
  return answers.flatMap((answer) => {
    const known = "said" in answer ? answer.said[index] : undefined;
    return known ? [{ cell: answer.cell, known }] : [];
  });
}

/** Returns the owner of the shortcode or the first word according to a cell, or null. */
const ownerIn = ({ isOwned, accountId }: KnownOfInbound) => (isOwned ? accountId : null);

/**
 * Returns the owner of the shortcode or the first word according to home, otherwise according to the copy of another
 * cell, or null.
 */
function ownerOf(said: CellAnswers): number | null {
  const told = said.find(({ cell }) => cell.cell === HOME_CELL) ?? said.find(({ known }) => known.isOwned);
  return told ? ownerIn(told.known) : null;
}

/** Returns whether a cell's copy of home's tables has another owner than home. */
function isStale(said: CellAnswers, cell: Database): boolean {
  const home = said.find((each) => each.cell.cell === HOME_CELL);
  const theirs = said.find((each) => each.cell === cell);
  return home !== undefined && theirs !== undefined && ownerIn(theirs.known) !== ownerIn(home.known);
}

/**
 * Returns the cell that a message belongs to, the own one first, or `nobody` if no answering cell knows it. Returns
 * null if the owner's cell does not answer, or no longer has the owner: no other cell may store the message.
 */
function cellFor(said: CellAnswers, held: readonly string[] | null): Database | "nobody" | null {
  for (const { cell, known } of said)
    if (known.isThere || (known.seenBy !== null && held !== null && !held.includes(known.seenBy)))
      return cell;
  const owner = ownerOf(said);
  if (owner !== null) {
    const there = said.find(({ cell }) => cell.cell === cellOf(owner));
    return there && (there.known.isHere || ownerIn(there.known) !== owner) ? there.cell : null;
  }
  let best: { cell: Database; at: number } | null = null;
  for (const { cell, known } of said) {
    const { sentAt, accountId } = known;
    // Rows that an account left in its former cell are ignored.
    if (accountId !== null && cellOf(accountId) !== cell.cell) continue;
    const at = sentAt?.getTime() ?? Number.NEGATIVE_INFINITY;
    if (at > (best?.at ?? Number.NEGATIVE_INFINITY)) best = { cell, at };
  }
  return best?.cell ?? "nobody";
}
