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
 * A message of any account for an administrator (rules: search of all messages): what its account sees, whose it is, who
 * took it, and what that costs. The cell that its id names is asked for it, and then all others, home first.
 * @throws GatewayError `not_found`; DatabaseUnavailableError where only a cell that does not answer may have it.
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

type Found = { db: Database; account: MessageOwnerRow };

/**
 * The account of a message, and its database; null where no cell has the message. The cell that the id names is asked first:
 * where it has the message, nobody waits for another one.
 */
async function findOwner(home: Database, id: string): Promise<Found | null> {
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

async function ownerIn(db: Database, id: string): Promise<Found | null> {
  const [account] = await db.query<MessageOwnerRow>(messageOwnerStatement(id));
  return account && cellOf(account.id) === db.cell ? { db, account } : null;
}
