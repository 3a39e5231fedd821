import { randomBytes } from "node:crypto";
import { v7 } from "uuid";

/** A gateway id: UUIDv7, so that ids sort by the time they were made (decisions "Identifiers"). */
export function newId(): string {
  return v7();
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the form of a gateway id. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/** The closed set of prefixes that tell a credential's kind at a glance. */
export type CredentialPrefix = "cid" | "csk" | "whsec" | "isk";

/** A credential of `bytes` random bytes with its kind in front: `csk_…` in base64url. */
export function newCredential(prefix: CredentialPrefix, bytes: number): string {
  return `${prefix}_${randomBytes(bytes).toString("base64url")}`;
}

/** A bearer token: 256 random bits in base64url. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}
