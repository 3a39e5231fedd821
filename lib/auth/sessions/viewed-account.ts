import type { Caller } from "@/lib/auth/callers/caller";
import type { ElsewhereViewer, Member } from "@/lib/auth/sessions/member";
import { viewedAccountStatement } from "@/lib/auth/sessions/sessions.sql";
import { inTime } from "@/lib/db/cells/ask-cells";
import { requireDatabaseOf } from "@/lib/db/cells/cells";
import type { Database } from "@/lib/db/client";
import { AccountMovedError, databaseFailure, isMovedAway } from "@/lib/db/unavailable";
import { GatewayError } from "@/lib/errors";

type Found = Member | ElsewhereViewer;

/** What whoever views an account is told while its cell does not answer. The view goes on, and may be ended. */
function cellIsAway(): GatewayError {
  return new GatewayError(
    "unavailable",
    "The cell of the account that you view does not answer just now. Try again in a moment, or end the view.",
    { "Retry-After": "1" },
  );
}

/**
 * The database of the account that somebody acts in: of their own cell, or of the account that they view.
 * @param own the database of the session.
 * @throws GatewayError `unavailable` for a viewed account of a cell that this server's `CELLS` does not name.
 */
export function databaseOfActing(own: Database, found: Found): Database {
  if (!found.isElsewhere) return own;
  try {
    return requireDatabaseOf(own, found.accountId);
  } catch (error) {
    throw told(error);
  }
}

/** Asks for something of the account that somebody acts in; whoever views one of another cell waits two seconds for it. */
export function askActingCell<Result>(
  db: Database,
  found: Found,
  ask: (db: Database) => Promise<Result>,
): Promise<Result> {
  return found.isElsewhere ? inTime(db, ask) : ask(db);
}

/**
 * Does something for who acts in an account with all that is known of it, which is read in its cell where that is another
 * one (rules: views over cells).
 * @param db what `databaseOfActing` gives.
 * @throws GatewayError `unavailable` while the cell of a viewed account does not answer.
 */
export async function inActingCell<Result>(
  db: Database,
  found: Found,
  work: (member: Member) => Promise<Result>,
): Promise<Result> {
  if (!found.isElsewhere) return work(found);
  try {
    const [account] = await inTime(db, (cell) =>
      cell.query<Account>(viewedAccountStatement(found.accountId)),
    );
    if (!account) throw new AccountMovedError(undefined);
    return await work({ ...found, ...account, isElsewhere: undefined });
  } catch (error) {
    throw told(error);
  }
}

type Account = Caller & { name: string };

/** Who asks is told of a cell that is away; an account that moves is looked for anew. */
function told(error: unknown): unknown {
  return databaseFailure(error) === "unavailable" && !isMovedAway(error) ? cellIsAway() : error;
}
