/** An error of PostgreSQL: its code (SQLSTATE) and the first line of its message. */
type Refusal = { state: string; says: string };

/** The most wrappers of an error that are unwrapped. */
const MAX_WRAPPERS = 8;

const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Sentences by the beginnings of codes; the longest beginning counts. */
const SENTENCES: readonly (readonly [string, (says: string) => string])[] = [
  ["42P01", lacks],
  ["42703", lacks],
  ["42704", lacks],
  ["42883", lacks],
  ["3F000", lacks],
  ["3D000", (says) => `There is no such database: ${says}. Check DATABASE_URL.`],
  ["28", (says) => `The database refuses the login: ${says}. Check DATABASE_URL.`],
  [
    "42501",
    (says) => `The database role lacks a right: ${says}. The role in DATABASE_URL must own the database.`,
  ],
  ["25006", (says) => `The database is read-only: ${says}. Check that DATABASE_URL is not a standby's.`],
  ["53100", (says) => `The database has no space left: ${says}.`],
  ["53", busy],
  ["55P03", busy],
  ["55", refused],
  ["57", busy],
  ["40", busy],
  ["08", busy],
  ["58", (says) => `The database cannot read or write its files: ${says}.`],
  ["23", refused],
  ["22", refused],
  ["P0001", refused],
];

/**
 * Returns one sentence that explains why the database rejected a command, for any driver or wrapper. Returns null for
 * other errors, also for a malformed statement: that is a bug and needs its stack.
 */
export function databaseSentence(error: unknown): string | null {
  const names = wrapped(error).map((each) => (each as { name?: unknown }).name);
  if (names.includes("OutcomeUnknownError"))
    return "The connection to the database was lost during a commit, so its outcome is unknown. Look for its effect before you run the command again.";
  if (names.includes("AccountMovedError"))
    return "The account is being moved to another cell. Try again in a moment.";
  const refusal = refusalOf(error);
  const known = refusal && SENTENCES.filter(([start]) => refusal.state.startsWith(start));
  const [, sentence] = known?.sort(([a], [b]) => b.length - a.length)[0] ?? [];
  if (refusal && sentence) return sentence(refusal.says);
  return names.includes("DatabaseUnavailableError")
    ? "The connection to the database was lost. Nothing was changed. Try again in a moment."
    : null;
}

function lacks(says: string): string {
  return `The database lacks something that this command needs: ${says}. Run npm run migrate with the same settings.`;
}

function busy(says: string): string {
  return `The database cannot do this now: ${says}. Try again in a moment.`;
}

function refused(says: string): string {
  return `The database refused this: ${says}.`;
}

/** Returns the innermost error of PostgreSQL. */
function refusalOf(error: unknown): Refusal | null {
  for (const each of wrapped(error).reverse()) {
    const { code, message, originalCode, originalMessage } = each as Record<string, unknown>;
    const [state, says] = originalCode === undefined ? [code, message] : [originalCode, originalMessage];
    if (typeof state === "string" && SQLSTATE.test(state) && !/^P[12]\d{3}$/.test(state))
      return { state, says: firstLine(says) };
  }
  return null;
}

/** Returns an error and its causes, the outermost first. */
function wrapped(error: unknown): object[] {
  const found: object[] = [];
  let current = error;
  while (typeof current === "object" && current !== null && found.length < MAX_WRAPPERS) {
    found.push(current);
    const { cause, meta } = current as { cause?: unknown; meta?: { driverAdapterError?: unknown } };
    current = cause ?? meta?.driverAdapterError;
  }
  return found;
}

/** Returns the first line of a message without a full stop, at most 200 characters. */
function firstLine(message: unknown): string {
  return (String(message).split("\n", 1)[0] ?? "").replace(/\.$/, "").slice(0, 200);
}
