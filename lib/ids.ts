import { randomBytes } from "node:crypto";
import { cellMark, HOME_CELL } from "@/lib/cell-numbers";
import { now } from "@/lib/clock";
import { processWide } from "@/lib/process-wide";

/** How many random digits an id ends with. */
const DIGITS = 12;

/** Random digits for 512 ids: asking for a few at a time costs more than all else about an id. */
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

/** The last id's millisecond as it begins ids, and a counter, random at the beginning of each, that its ids count up. */
type Last = { ms: number; prefix: string; sequence: number };

const lastId = processWide<Last>("gatewayLastId", () => ({ ms: 0, prefix: "", sequence: 0 }));

/** The counter is the 26 bits behind the millisecond. It begins below half of them, so that there is room to count. */
const SEQUENCES = 2 ** 26;

/**
 * A gateway id: UUIDv7, so that ids sort by the time they were made (rules: ids), those of one process
 * strictly, also when its clock is set back. A message takes six of them, so nothing is made but the text.
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

/** How many digits of a message's id tell its cell: the last ones. */
const CELL_DIGITS = 2;

/**
 * The id of a message: a gateway id, whose last two digits are the number of its cell where that is not home (rules: cells).
 * @param cell where it is accepted.
 */
export function newMessageId(cell: number): string {
  const id = newId();
  return cell === HOME_CELL ? id : id.slice(0, -CELL_DIGITS) + cell.toString(16).padStart(CELL_DIGITS, "0");
}

/** The cell that the id of a message names. Home's name any, and a message may have moved: it is where to look first. */
export function cellNamedBy(messageId: string): number {
  return Number.parseInt(messageId.slice(-CELL_DIGITS), 16);
}

function begin(last: Last, ms: number, sequence: number): void {
  const hex = ms.toString(16).padStart(12, "0");
  last.ms = ms;
  last.prefix = `${hex.slice(0, 8)}-${hex.slice(8)}`;
  last.sequence = sequence;
}

/** Below every id made from that millisecond on, and above every one made before it. No id is from before 1970. */
export function idAt(time: Date): string {
  const hex = Math.max(time.getTime(), 0).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** When an id was made, to the millisecond. */
export function idTime(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the form of a gateway id. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/** The closed set of prefixes that tell a credential's kind at a glance (rules: ids). */
export type CredentialPrefix = "cid" | "csk" | "whsec" | "isk";

/**
 * A credential of `bytes` random bytes with its kind in front: `csk_…` in base64url.
 * @param cell of the account, where the credential alone is to tell it: its number is in front where it is not home.
 */
export function newCredential(prefix: CredentialPrefix, bytes: number, cell = HOME_CELL): string {
  return `${prefix}_${cellMark(cell)}${randomBytes(bytes).toString("base64url")}`;
}

/**
 * A bearer token, or that of a link: 256 random bits in base64url, with the cell's number in front where it is not
 * home.
 */
export function newToken(cell = HOME_CELL): string {
  return cellMark(cell) + randomBytes(32).toString("base64url");
}
