import { unquoted, untilBracket } from "@/tests/support/database/statement-text";

/** A read of a table that grows with each message, contact or request. */
const LONG_TABLE =
  /\b(?:from|join)\s+"?(?:messages|message_queue|carrier_submissions|delivery_reports|parked_reports|ledger_entries|inbound_(?:messages|parts|seen)|webhook_deliveries|idempotency_keys|blocked_numbers|contacts|contact_list_members|ported_numbers|activities|bulk_sends|billing_days|carrier_days|email_senders)\b/i;

/**
 * The words before an expression. A condition `on` two tables is one as well, because not all of those become
 * joins.
 */
const EXPRESSION = new Set([
  "select",
  "returning",
  "set",
  "values",
  "when",
  "then",
  "else",
  "by",
  "having",
  "on",
  "or",
]);

/** The words before brackets that keep a condition a condition. */
const BEFORE_BRACKETS = new Set(["and", "where", "or"]);

/**
 * Returns the reason if an `exists` of a statement may read a whole table, otherwise null. PostgreSQL has two
 * plans for an `exists` that is no condition of a `where` by itself: a lookup for each row, or one read of
 * all rows into a hash table. It chooses the second plan for a table that it thinks small, even if
 * `enable_seqscan` is off. `offset 0` leaves only the first plan.
 */
export function hashedExists(text: string): string | null {
  const read = unquoted(text);
  for (const { 0: found, index } of read.matchAll(/\bexists\s*\(/gi)) {
    const inside = untilBracket(read, index + found.length);
    const [table] = LONG_TABLE.exec(inside) ?? [];
    if (table && !/\boffset\s+0\s*$/i.test(inside) && !isCondition(read.slice(0, index)))
      return `may read all of a table for an exists without offset 0 (${table})`;
  }
  return null;
}

/** Returns true if a condition of a `where` follows a text. PostgreSQL turns such a condition into a join. */
function isCondition(before: string): boolean {
  let depth = 0;
  for (const { 0: token, index } of [...before.matchAll(/[()]|\b[a-z_]+\b/gi)].reverse()) {
    const word = token.toLowerCase();
    const isWithin = depth > 0;
    depth += token === ")" ? 1 : token === "(" && isWithin ? -1 : 0;
    if (isWithin || token === ")") continue;
    const lead = /\b(\w+)\s*\(?\s*$/.exec(before.slice(0, index))?.[1]?.toLowerCase();
    if (word === "where") return lead !== "filter";
    if (EXPRESSION.has(word)) return false;
    if (token === "(" && lead !== undefined && !BEFORE_BRACKETS.has(lead)) return false;
  }
  return false;
}
