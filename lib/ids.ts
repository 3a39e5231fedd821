import { randomBytes, randomFillSync } from "node:crypto";
import { v7 } from "uuid";
import { now } from "@/lib/clock";
import { processWide } from "@/lib/process-wide";

const ID_BYTES = 16;

/** Random bytes for 512 ids: asking for a few at a time costs more than all else about an id. */
const random = new Uint8Array(512 * ID_BYTES);
let used = random.length;

/** The last id's millisecond, and a counter, random at the beginning of each, that ids of the same count up. */
type Last = { ms: number; sequence: number };

const lastId = processWide<Last>("gatewayLastId", () => ({ ms: 0, sequence: 0 }));

/**
 * A gateway id: UUIDv7, so that ids sort by the time they were made (rules: ids), those of one process
 * strictly, also when its clock is set back.
 */
export function newId(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const bytes = random.subarray(used, used + ID_BYTES);
  used += ID_BYTES;
  const last = lastId.value;
  const nowMs = now().getTime();
  if (nowMs > last.ms) {
    last.ms = nowMs;
    // Of its 32 bits the highest is free, so that there is room to count.
    last.sequence = new DataView(bytes.buffer, bytes.byteOffset).getUint32(6) & 0x7fffffff;
  } else {
    last.sequence = (last.sequence + 1) | 0;
    if (last.sequence === 0) last.ms++;
  }
  return v7({ random: bytes, msecs: last.ms, seq: last.sequence });
}

/** Below every id made from that millisecond on, and above every one made before it. */
export function idAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, "0");
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

/** A credential of `bytes` random bytes with its kind in front: `csk_…` in base64url. */
export function newCredential(prefix: CredentialPrefix, bytes: number): string {
  return `${prefix}_${randomBytes(bytes).toString("base64url")}`;
}

/** A bearer token: 256 random bits in base64url. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}
