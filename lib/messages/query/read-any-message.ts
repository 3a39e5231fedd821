import { findInCells } from "@/lib/cells/ask-cells";
import { allCells, cellOf } from "@/lib/cells/cells";
import type { AnyMessageDetails } from "@/lib/contracts/admin/messages";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { isId } from "@/lib/ids";
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
 * took it, and what that costs. All cells are asked for it, home first.
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

/** The account of a message, and its database; null where no cell has the message. */
function findOwner(home: Database, id: string): Promise<{ db: Database; account: MessageOwnerRow } | null> {
  return findInCells(allCells(home), async (db) => {
    const [account] = await db.query<MessageOwnerRow>(messageOwnerStatement(id));
    return account && cellOf(account.id) === db.cell ? { db, account } : null;
  });
}
