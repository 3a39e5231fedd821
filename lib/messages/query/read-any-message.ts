import type { AnyMessageDetails } from "@/lib/contracts/admin/messages";
import { askCells, findInCells } from "@/lib/db/cells/ask-cells";
import { allCells, cellOf } from "@/lib/db/cells/cells";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { cellNamedBy, isId } from "@/lib/ids";
import {
  type MessageOwnerRow,
  messageOwnerStatement,
  type TakenRow,
  takenStatement,
} from "@/lib/messages/query/read-any-message.sql";
import { readMessage } from "@/lib/messages/query/read-message";
import { toDecimal } from "@/lib/money";
import type { QuietHours } from "@/lib/sms/quiet-hours";

/**
 * Reads a message of any account for an administrator (rules: search of all messages): its account's view, the
 * account, the carriers and the cost. The cell that its id names is asked first, then all others, home first.
 * @throws GatewayError `not_found`; DatabaseUnavailableError if only a cell that does not answer may have it.
 */
export async function readAnyMessage(
  home: Database,
  id: string,
  { quiet, now }: { quiet: QuietHours; now: Date },
): Promise<AnyMessageDetails> {
  const found = isId(id) ? await findOwner(home, id) : null;
  if (!found) throw new GatewayError("not_found", "There is no such message.");
  const { db, account } = found;
  const [details, taken] = await Promise.all([
    readMessage(db, account.id, id, { quiet, now, isAdmin: true }),
    db.query<TakenRow>(takenStatement(id)),
  ]);
  const costs = taken.flatMap(({ costMicros }) => (costMicros === null ? [] : [costMicros]));
  return {
    ...details,
    account,
    carrier: taken[0]?.carrier ?? null,
    cost: costs.length === 0 ? null : toDecimal(costs.reduce((sum, cost) => sum + cost, 0n)),
  };
}

type FoundOwner = { db: Database; account: MessageOwnerRow };

/**
 * Returns the account of a message, and its database; null if no cell has the message. The cell that the id names is
 * asked first. If it has the message, the others are not asked.
 */
async function findOwner(home: Database, id: string): Promise<FoundOwner | null> {
  const cells = allCells(home);
  const named = cells.find(({ cell }) => cell === cellNamedBy(id));
  if (!named || cells.length === 1) return findInCells(cells, (cell) => ownerIn(cell, id));
  const others = cells.filter((cell) => cell !== named);
  const [answer] = await askCells([named], (cell) => ownerIn(cell, id));
  if (answer && "said" in answer && answer.said) return answer.said;
  const found = await findInCells(others, (cell) => ownerIn(cell, id));
  if (!found && answer && "failure" in answer) throw answer.failure;
  return found;
}

async function ownerIn(db: Database, id: string): Promise<FoundOwner | null> {
  const [account] = await db.query<MessageOwnerRow>(messageOwnerStatement(id));
  return account && cellOf(account.id) === db.cell ? { db, account } : null;
}
