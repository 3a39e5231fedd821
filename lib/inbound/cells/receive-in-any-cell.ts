import type { CarrierInbound } from "@/lib/carriers/inbound";
import { otherCells } from "@/lib/cells/cells";
import type { Database } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { DatabaseUnavailableError } from "@/lib/db/unavailable";
import { type KnownOfInbound, knownOfInboundStatement } from "@/lib/inbound/cells/whose-inbound.sql";
import { GAP } from "@/lib/inbound/parts/join";
import { addressedOf, receive } from "@/lib/inbound/receive";
import { firstKeyword } from "@/lib/sms/text/keywords";

/** What a cell knows of each message; null of a cell that does not answer. */
type Knowledge = { cell: Database; known: readonly KnownOfInbound[] | null };

/**
 * Stores messages in as `receive` does, each in the cell of the account that it belongs to
 * (rules: cells and networks, inbound owner): of the owner of the shortcode or of the first word, else of whoever
 * sent to the number last, over all cells. What is nobody's stays in the cell whose connection brought it.
 * @returns after the commits, so that the carrier may be told.
 * @throws DatabaseUnavailableError once the others are stored, where a cell that does not answer may have a message
 * that no other one knows of: the carrier brings it again, and what was stored counts once.
 */
export async function receiveInAnyCell(
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
  const addressed = (await addressedOf(own, carrier, messages, now)).map(({ from, to, body, part }) => {
    const isWhole = part === undefined && !body.startsWith(GAP);
    return { msisdn: from, shortcode: to, keyword: isWhole ? firstKeyword(body) : null };
  });
  const statement = knownOfInboundStatement(addressed);
  const knowledge = await Promise.all([own, ...others].map((cell) => ask(own, cell, statement)));
  const byCell = new Map<Database, CarrierInbound[]>();
  let open = 0;
  for (const [index, message] of messages.entries()) {
    const cell = cellOf(knowledge, index);
    if (cell) byCell.set(cell, [...(byCell.get(cell) ?? []), message]);
    else open++;
  }
  for (const [cell, theirs] of byCell) await receive(cell, carrier, theirs, now);
  if (open > 0)
    throw new DatabaseUnavailableError(new Error("A cell does not answer, and may have the message."));
}

/** Asks a cell what it knows. Of the own one a failure is a failure of all. */
async function ask(
  own: Database,
  cell: Database,
  statement: ReturnType<typeof knownOfInboundStatement>,
): Promise<Knowledge> {
  try {
    return { cell, known: await cell.query<KnownOfInbound>(statement) };
  } catch (error) {
    if (cell === own) throw error;
    logFailure(error, { cell: cell.cell }, "a cell was not asked whose messages in are");
    return { cell, known: null };
  }
}

/** The cell that a message belongs to, own first; null where only one that does not answer may know. */
function cellOf(knowledge: readonly Knowledge[], index: number): Database | null {
  let best: { cell: Database; at: number } | null = null;
  for (const { cell, known } of knowledge) {
    const { isOwned = false, sentAt = null } = known?.[index] ?? {};
    const at = isOwned ? Number.POSITIVE_INFINITY : (sentAt?.getTime() ?? Number.NEGATIVE_INFINITY);
    if (at > (best?.at ?? Number.NEGATIVE_INFINITY)) best = { cell, at };
  }
  if (best) return best.cell;
  return knowledge.every(({ known }) => known !== null) ? (knowledge[0]?.cell ?? null) : null;
}
