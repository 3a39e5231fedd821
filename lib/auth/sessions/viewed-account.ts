import type { Caller } from "@/lib/auth/callers/caller";
import type { ElsewhereViewer, Member } from "@/lib/auth/sessions/member";
import { viewedAccountStatement } from "@/lib/auth/sessions/sessions.sql";
import { inTime } from "@/lib/db/cells/ask-cells";
import { requireDatabaseOf } from "@/lib/db/cells/cells";
import type { Database } from "@/lib/db/client";
import { AccountMovedError, databaseFailure, isMovedAway } from "@/lib/db/unavailable";
import { GatewayError } from "@/lib/errors";

type SessionOwner = Member | ElsewhereViewer;

/** Returns the error of a viewer while the account's cell does not answer. The view continues, and may be ended. */
function cellIsAway(): GatewayError {
  return new GatewayError(
    "unavailable",
    "The cell of the account that you view does not answer just now. Try again in a moment, or end the view.",
    { "Retry-After": "1" },
  );
}

/**
 * Returns the database of a session's account: in the person's own cell, or of the viewed account.
 * @param own the database of the session.
 * @throws GatewayError `unavailable` for a viewed account of a cell that this server's `CELLS` does not name.
 */
export function databaseOfActing(own: Database, found: SessionOwner): Database {
  if (!found.isElsewhere) return own;
  try {
    return requireDatabaseOf(own, found.accountId);
  } catch (error) {
    throw told(error);
  }
}

/** Asks the cell of a session's account. A viewer of an account in another cell waits two seconds at most. */
export function askActingCell<Result>(
  db: Database,
  found: SessionOwner,
  ask: (db: Database) => Promise<Result>,
): Promise<Result> {
  return found.isElsewhere ? inTime(db, ask) : ask(db);
}

/**
 * Does something for a member with all fields of the account, which are read in its cell if that is another one
 * (rules: views over cells).
 * @param db the result of `databaseOfActing`.
 * @throws GatewayError `unavailable` while the cell of a viewed account does not answer.
 */
export async function inActingCell<Result>(
  db: Database,
  found: SessionOwner,
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

/** Returns the error for the caller: an absent cell is reported, and a moving account is looked for again. */
function told(error: unknown): unknown {
  return databaseFailure(error) === "unavailable" && !isMovedAway(error) ? cellIsAway() : error;
}
