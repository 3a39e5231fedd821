import { randomBytes } from "node:crypto";
import { cellMark, HOME_CELL } from "@/lib/cell-numbers";
import { now } from "@/lib/clock";
import { processWide } from "@/lib/process-wide";

/** The random digits at the end of an id. */
const DIGITS = 12;

/** Random digits for 512 ids. A request for a few digits costs more than the rest of an id. */
let digits = "";
let used = 0;

function randomDigits(): string {
  if (used === digits.length) {
    digits = randomBytes((512 * DIGITS) / 2).toString("hex");
    used = 0;
  }
  used += DIGITS;
  return digits.slice(used - DIGITS, used);
}

/**
 * The last id's millisecond, as the prefix of ids, and the counter of the ids in it. The counter starts at a random
 * number.
 */
type Last = { ms: number; prefix: string; sequence: number };

const lastId = processWide<Last>("gatewayLastId", () => ({ ms: 0, prefix: "", sequence: 0 }));

/**
 * The counter has the 26 bits behind the millisecond. It starts below half of them, so that there is room to count.
 */
const SEQUENCES = 2 ** 26;

/**
 * Returns a gateway id: UUIDv7, so that ids are sorted by their creation time (rules: ids). The ids of one process
 * are strictly sorted, even if its clock is set back. A message needs six ids, so the function creates only the text.
 */
export function newId(): string {
  const last = lastId.value;
  const nowMs = now().getTime();
  if (nowMs > last.ms) begin(last, nowMs, Number.parseInt(randomDigits(), 16) % (SEQUENCES / 2));
  else if (++last.sequence === SEQUENCES) begin(last, last.ms + 1, 0);
  const high = (0x7000 | (last.sequence >>> 14)).toString(16);
  const low = (0x8000 | (last.sequence & 0x3fff)).toString(16);
  return `${last.prefix}-${high}-${low}-${randomDigits()}`;
}

/** The last digits of a message's id, which name its cell. */
const CELL_DIGITS = 2;

/**
 * Returns the id of a message: a gateway id whose last two digits are the number of its cell, unless that is home
 * (rules: cells).
 * @param cell the cell that accepts the message.
 */
export function newMessageId(cell: number): string {
  const id = newId();
  return cell === HOME_CELL ? id : id.slice(0, -CELL_DIGITS) + cell.toString(16).padStart(CELL_DIGITS, "0");
}

/**
 * Returns the cell in the id of a message. It is only the likeliest cell: home's ids name any cell, and a message may
 * have moved.
 */
export function cellNamedBy(messageId: string): number {
  return Number.parseInt(messageId.slice(-CELL_DIGITS), 16);
}

function begin(last: Last, ms: number, sequence: number): void {
  const hex = ms.toString(16).padStart(12, "0");
  last.ms = ms;
  last.prefix = `${hex.slice(0, 8)}-${hex.slice(8)}`;
  last.sequence = sequence;
}

/** Returns the smallest id of a millisecond. It is above every earlier id. No id is from before 1970. */
export function idAt(time: Date): string {
  const hex = Math.max(time.getTime(), 0).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Returns the creation time of an id, to the millisecond. */
export function idTime(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns whether a text has the form of a gateway id. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/** The prefixes that show the kind of a credential (rules: ids). */
export type CredentialPrefix = "cid" | "csk" | "whsec" | "isk";

/**
 * Returns a credential of `bytes` random bytes in base64url, with its kind in front: `csk_…`.
 * @param cell the account's cell, if the credential alone has to show it. Its number is in front, unless it is home.
 */
export function newCredential(prefix: CredentialPrefix, bytes: number, cell = HOME_CELL): string {
  return `${prefix}_${cellMark(cell)}${randomBytes(bytes).toString("base64url")}`;
}

/**
 * Returns a token, or the token of a link: 256 random bits in base64url, with the cell's number in front, unless it
 * is home.
 */
export function newToken(cell = HOME_CELL): string {
  return cellMark(cell) + randomBytes(32).toString("base64url");
}
