/**
 * The database is away, full or read-only, and what was asked of it was not done for certain: it may be asked again.
 * The sentence holds nothing of the statement; `cause` is what PostgreSQL or the network said.
 */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super("The database does not take this just now.", { cause });
    this.name = "DatabaseUnavailableError";
  }
}

/**
 * The connection was lost while something was being committed, and nobody can tell whether it was; or what follows a
 * commit has failed.
 */
export class OutcomeUnknownError extends Error {
  constructor(cause: unknown) {
    super("The database was lost while a statement was being committed, or after it.", { cause });
    this.name = "OutcomeUnknownError";
  }
}

/**
 * What the server answers when it takes nothing, or cannot write (SQLSTATE): 08001 and 08004 the connection, 53 no space, memory
 * or connections, 57P01 and 57P03 it stops or starts, 58 its files cannot be read or written, 25006 it is read-only;
 * 57014 a statement took too long, as one does that waits for a lock; and 40P01 two transactions waited for each other, of which it
 * has ended this one. It has undone the statement.
 */
const REFUSED = /^(08001|08004|40P01|53\w{3}|57014|57P01|57P03|58\w{3}|25006)$/;

/** What a server says that has lost another one while that did the work, as the coordinator of a cluster does its node. */
const LOST_BEHIND = /^08(?!P01)\w{3}$/;

/**
 * What the guard of a move says (SQLSTATE, of the class of conflicts): the account is leaving this cell, or has left it. The second
 * is that of a cell that a cluster has moved to another node.
 */
const MOVED = new Set<unknown>(["40M01", "40M02"]);

/**
 * The account that a statement would change moves to another cell, and nothing of the statement was done: it may be
 * asked again in a moment, in the cell that the account is in by then (rules: moving an account).
 */
export class AccountMovedError extends Error {
  readonly code = "40M01";

  constructor(cause: unknown) {
    super("The account moves to another cell just now.", { cause });
    this.name = "AccountMovedError";
  }
}

/** Whether the server ended a statement that took too long. Inside a transaction, by a `Transaction`'s own `query`. */
export function tookTooLong(error: unknown): boolean {
  return (Object(error) as { code?: unknown }).code === "57014";
}

/** What the driver says of a connection that was lost before anything was sent on it. */
const NOT_SENT = /is not queryable|pool after calling end/;

/** What the driver and the network say of a connection that was lost under way; 57P02: the server has crashed. */
const LOST_CODES = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT", "ECONNABORTED", "EHOSTUNREACH", "57P02"]);
const LOST = /^Connection terminated|^Query read timeout$/;

/** Whether the server or the driver has refused a statement for certain because the database is away or cannot write. */
function isRefused(error: unknown): boolean {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  return (typeof code === "string" && REFUSED.test(code)) || NOT_SENT.test(String(message));
}

function isLost(error: unknown): boolean {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  const isCode = typeof code === "string" && (LOST_CODES.has(code) || LOST_BEHIND.test(code));
  return isCode || LOST.test(String(message));
}

/**
 * Names what an error of a statement says of the database (rules: unknown outcomes); other errors stay as they are.
 * @param mayBeCommitted whether the statement may have been committed before the connection was lost.
 */
export function nameFailure(error: unknown, mayBeCommitted: boolean): unknown {
  if (isRefused(error)) return new DatabaseUnavailableError(error);
  if (MOVED.has((Object(error) as { code?: unknown }).code)) return new AccountMovedError(error);
  if (!isLost(error)) return error;
  return mayBeCommitted ? new OutcomeUnknownError(error) : new DatabaseUnavailableError(error);
}

/** What wraps an error may be wrapped again. */
const MAX_WRAPPERS = 5;

/**
 * What an error says of the database, however often it is wrapped; null for any other. By name: each of Next's bundles
 * has a class of its own.
 */
export function databaseFailure(error: unknown): "unavailable" | "outcome-unknown" | null {
  const name = namedCause(error, FAILURES);
  return name === undefined ? null : name === "OutcomeUnknownError" ? "outcome-unknown" : "unavailable";
}

/** Whether what was asked was refused because its account moves to another cell, however often the error is wrapped. */
export function isMovedAway(error: unknown): boolean {
  return namedCause(error, MOVED_AWAY) !== undefined;
}

const MOVED_AWAY = ["AccountMovedError"];
const FAILURES = ["DatabaseUnavailableError", "OutcomeUnknownError", ...MOVED_AWAY];

function namedCause(error: unknown, names: readonly string[]): string | undefined {
  let current = error;
  for (let depth = 0; depth < MAX_WRAPPERS && current instanceof Error; depth++) {
    if (names.includes(current.name)) return current.name;
    current = current.cause;
  }
  return undefined;
}
