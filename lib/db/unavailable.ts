/**
 * The database is away, full or read-only, and the statement certainly had no effect, so that it may be repeated. The
 * message of the error never quotes the statement. `cause` is PostgreSQL's or the network's error.
 */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super("The database refuses statements at the moment.", { cause });
    this.name = "DatabaseUnavailableError";
  }
}

/** The connection was lost during a commit, whose outcome is unknown; or work after a commit has failed. */
export class OutcomeUnknownError extends Error {
  constructor(cause: unknown) {
    super("The connection to the database was lost during or after a commit.", { cause });
    this.name = "OutcomeUnknownError";
  }
}

/**
 * The SQLSTATEs of a server that refuses statements or cannot write. 08001 and 08004: the connection failed. 53: no
 * space, memory or connections. 57P01 and 57P03: the server stops or starts. 58: its files cannot be read or written.
 * 25006: it is read-only. 57014: a statement took too long, for instance because of a lock. 40P01: it ended one of
 * two transactions that waited for each other. It has undone the statement in each case.
 */
const REFUSED = /^(08001|08004|40P01|53\w{3}|57014|57P01|57P03|58\w{3}|25006)$/;

/**
 * The SQLSTATE of a server that lost another server during the work, such as a cluster's coordinator that lost its
 * node.
 */
const LOST_BEHIND = /^08(?!P01)\w{3}$/;

/**
 * The SQLSTATEs of a move's guard, in the class of conflicts. The account is leaving this cell, or has left it. The
 * second is that of a cell that a cluster has moved to another node.
 */
const MOVED = new Set<unknown>(["40M01", "40M02"]);

/**
 * The account of a statement moves to another cell, and the statement had no effect. It may be repeated in a moment,
 * in the account's new cell (rules: moving an account).
 */
export class AccountMovedError extends Error {
  readonly code = "40M01";

  constructor(cause: unknown) {
    super("The account is moving to another cell.", { cause });
    this.name = "AccountMovedError";
  }
}

/**
 * Returns whether the server ended a statement that took too long. In a transaction it is an error of the
 * transaction's own `query`.
 */
export function tookTooLong(error: unknown): boolean {
  return (Object(error) as { code?: unknown }).code === "57014";
}

/** The driver's messages about a connection that was lost before the statement was sent. */
const NOT_SENT = /is not queryable|pool after calling end/;

/**
 * The codes of the driver and the network for a connection that was lost during a statement. 57P02: the server has
 * crashed.
 */
const LOST_CODES = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT", "ECONNABORTED", "EHOSTUNREACH", "57P02"]);
const LOST = /^Connection terminated|^Query read timeout$/;

/**
 * Returns whether the server or the driver certainly refused a statement because the database is away or cannot
 * write.
 */
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
 * Returns the error of a statement under its name if the database caused it (rules: unknown outcomes); other errors
 * unchanged.
 * @param mayBeCommitted whether the statement may have been committed before the connection was lost.
 */
export function nameFailure(error: unknown, mayBeCommitted: boolean): unknown {
  if (isRefused(error)) return new DatabaseUnavailableError(error);
  if (MOVED.has((Object(error) as { code?: unknown }).code)) return new AccountMovedError(error);
  if (!isLost(error)) return error;
  return mayBeCommitted ? new OutcomeUnknownError(error) : new DatabaseUnavailableError(error);
}

/** The most wrappers around an error. */
const MAX_WRAPPERS = 5;

/**
 * Returns the state of the database according to an error, through its wrappers; null for any other error. It
 * compares names, because each of Next's bundles has its own class.
 */
export function databaseFailure(error: unknown): "unavailable" | "outcome-unknown" | null {
  const name = namedCause(error, FAILURES);
  return name === undefined ? null : name === "OutcomeUnknownError" ? "outcome-unknown" : "unavailable";
}

/**
 * Returns whether a statement was refused because its account moves to another cell, through the error's wrappers.
 */
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
