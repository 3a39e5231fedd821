import { furtherCells } from "@/lib/db/cells/cells";
import { GatewayError } from "@/lib/errors";
import { bodyBudget, MAX_SMALL_BODY_BYTES, noRoom } from "@/lib/http/body/body-budget";
import { clientAddress } from "@/lib/http/body/client-address";
import { FORM, typeOf } from "@/lib/http/body/media-type";
import { enterPlace, leavePlace } from "@/lib/http/body/strangers";
import { heavyPlaceOf } from "@/lib/http/limits/heavy-requests";
import type { GatewayRequest } from "@/lib/http/request/gateway-request";
import { decodeUtf8 } from "@/lib/parsing/decode-utf8";

/** Largest request body of a caller whose credentials are verified, in bytes (rules: body size). */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** The most bytes that are read from a body before verification, and the largest form of any caller. */
export const MAX_UNVERIFIED_BODY_BYTES = MAX_SMALL_BODY_BYTES;

/** A body whose announced length is at most this is read in one piece, which is far quicker. */
const MAX_ONE_PIECE_BYTES = 16 * 1024;

/** The reader of a body, as far as it is known. */
export type BodyReader = {
  /** The name of the verified caller, whose share of the budget the body uses; null for an unverified one. */
  verified: string | null;
  /** The verified account, if the caller is one. */
  accountId?: number;
  /** The most bytes, if the limit is not that of the stage. */
  maxBytes?: number;
};

const SPLIT = "Split it into several requests.";

/** The bodies of requests that may run twice: if there are several cells, their account may move meanwhile. */
const kept = new WeakMap<GatewayRequest, Uint8Array>();

/** The received bytes of bodies that are read in chunks. */
const arrivals = new WeakMap<GatewayRequest, Arrival>();

/** An unverified caller. */
export const UNVERIFIED: BodyReader = { verified: null };

/** Returns the reader for an account whose credentials are verified. */
export function verifiedAccount(accountId: number): BodyReader {
  return { verified: `account ${accountId}`, accountId };
}

/**
 * Reads a request's body as UTF-8 text, within the limits of `readBytes`.
 * @throws GatewayError as `readBytes`, and `invalid_request` if the bytes are not UTF-8.
 */
export async function readBody(request: GatewayRequest, reader: BodyReader): Promise<string> {
  return decodeUtf8(await readBytes(request, reader));
}

/**
 * Reads a request's body as it was sent: up to 64 KiB of an unverified caller or of a form, else up to 4 MiB. Bytes
 * that have arrived count against the budget of the process until `releaseBody`. An account's large body then holds
 * the place of a heavy request. If there is no place, the body is not parsed.
 * @throws GatewayError `body_too_large`, `unavailable` if the budget is spent, or `invalid_request` if the body ends
 * early; and as `HeavyPlace` does.
 */
export async function readBytes(request: GatewayRequest, reader: BodyReader): Promise<Uint8Array> {
  const bytes = kept.get(request) ?? (await readWithin(request, reader));
  if (furtherCells().size > 0) kept.set(request, bytes);
  arrivals.delete(request);
  if (reader.accountId !== undefined && bytes.byteLength > MAX_SMALL_BODY_BYTES)
    await heavyPlaceOf(request).enter(reader.accountId);
  return bytes;
}

/** The first bytes of a body, and whether they are all of it. */
export type BodyStart = { bytes: Uint8Array; isWhole: boolean };

/**
 * Reads the first 64 KiB of a body that may contain the caller's credentials. After verification `readBytes` reads the
 * rest.
 * @throws GatewayError as `readBytes`; `body_too_large` for a larger form, and for an announced length over 4 MiB.
 */
export async function readStart(request: GatewayRequest): Promise<BodyStart> {
  const whole = kept.get(request);
  if (whole) {
    const bytes = whole.subarray(0, MAX_UNVERIFIED_BODY_BYTES);
    return { bytes, isWhole: bytes.byteLength === whole.byteLength };
  }
  if (announcedBytes(request) > MAX_BODY_BYTES) throw tooLarge(MAX_BODY_BYTES, SPLIT);
  const start = await arrivalOf(request, UNVERIFIED, MAX_UNVERIFIED_BODY_BYTES);
  const isLonger = start.bytes.byteLength > MAX_UNVERIFIED_BODY_BYTES;
  if (isLonger || (!start.isWhole && isForm(request)))
    throw tooLarge(MAX_UNVERIFIED_BODY_BYTES, adviceOn(request, UNVERIFIED));
  if (start.isWhole && furtherCells().size > 0) kept.set(request, start.bytes);
  return start;
}

/**
 * Releases the budget and the place that reading a request's body used. The reader of a body calls it when the
 * request is answered, also if the reading failed.
 */
export function releaseBody(request: GatewayRequest): void {
  kept.delete(request);
  arrivals.delete(request);
  bodyBudget().release(request);
  leavePlace(request);
}

async function readWithin(request: GatewayRequest, reader: BodyReader): Promise<Uint8Array> {
  const maxBytes = maxBytesOf(request, reader);
  const isAnnouncedTooLarge = announcedBytes(request) > maxBytes;
  const { bytes, isWhole } = isAnnouncedTooLarge ? NOTHING : await arrivalOf(request, reader, maxBytes);
  if (isWhole) return bytes;
  throw tooLarge(maxBytes, adviceOn(request, reader));
}

const NOTHING: BodyStart = { bytes: new Uint8Array(), isWhole: false };

function announcedBytes(request: GatewayRequest): number {
  return Number(request.header("content-length") ?? 0);
}

/** Reads a body, or continues a partly read one, until it is complete or more than `most` bytes have arrived. */
async function arrivalOf(request: GatewayRequest, reader: BodyReader, most: number): Promise<BodyStart> {
  const { verified } = reader;
  const owner = { name: verified ?? `address ${clientAddress(request)}`, isVerified: verified !== null };
  const take = (bytes: number) => bodyBudget().take(request, owner, bytes);
  try {
    if (verified === null && !(await enterPlace(request, owner.name))) throw noRoom();
    if (verified !== null) leavePlace(request);
    const begun = arrivals.get(request);
    const piece = begun ? null : await readOnePiece(request, take);
    // The server enforces the announced length.
    if (piece) return { bytes: piece, isWhole: piece.byteLength <= most };
    const arrival = begun ?? new Arrival();
    arrivals.set(request, arrival);
    await arrival.readUntil(request, most, take);
    return { bytes: arrival.bytes, isWhole: arrival.isWhole };
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    // The caller closed the connection: there is no reader, and the server has not failed.
    throw new GatewayError("invalid_request", "The request body ended early.");
  }
}

/**
 * Reads a body whose announced length is short. Its bytes count when it is complete: the announced length itself uses
 * no room.
 * @returns null if the body should be read in chunks.
 */
async function readOnePiece(
  request: GatewayRequest,
  take: (bytes: number) => void,
): Promise<Uint8Array | null> {
  const announced = request.header("content-length");
  if (announced === null || !(Number(announced) <= MAX_ONE_PIECE_BYTES)) return null;
  const end = bodyBudget().beginOnePiece();
  if (!end) return null;
  try {
    const bytes = await request.bytes();
    take(bytes.byteLength);
    return bytes;
  } finally {
    end();
  }
}

function maxBytesOf(request: GatewayRequest, { verified, maxBytes }: BodyReader): number {
  if (maxBytes !== undefined) return maxBytes;
  return verified === null || isForm(request) ? MAX_UNVERIFIED_BODY_BYTES : MAX_BODY_BYTES;
}

/**
 * A body that is collected chunk by chunk in one growing buffer: a thousand chunks of a byte would use a hundred
 * times as much memory. The responder drops the rest of a body that is too large: cancelling may close the connection
 * first.
 */
class Arrival {
  /** True when the end of the body has arrived. */
  isWhole = false;
  private collected: Buffer = Buffer.alloc(0);
  private size = 0;
  /** The bytes of a chunk beyond the requested ones. They do not count against the budget yet. */
  private beyond: Uint8Array | null = null;

  get bytes(): Uint8Array {
    return this.collected.subarray(0, this.size);
  }

  /** Reads until the end, or until bytes beyond `most` have arrived. */
  async readUntil(request: GatewayRequest, most: number, take: (bytes: number) => void): Promise<void> {
    const chunks = request.chunks(this.size + (this.beyond?.byteLength ?? 0));
    try {
      while (!this.isWhole) {
        const value = this.beyond ?? (await chunks.read());
        this.beyond = null;
        if (value === null) this.isWhole = true;
        else if (!this.add(value, most, take)) return;
      }
    } finally {
      chunks.leave();
    }
  }

  /**
   * Adds a chunk.
   * @returns false if part of the chunk is beyond `most` bytes.
   */
  private add(value: Uint8Array, most: number, take: (bytes: number) => void): boolean {
    const room = most - this.size;
    const chunk = value.subarray(0, room);
    take(chunk.byteLength);
    const size = this.size + chunk.byteLength;
    if (size > this.collected.length) {
      const grown = Buffer.allocUnsafeSlow(Math.min(most, 2 * size));
      this.collected.copy(grown, 0, 0, this.size);
      this.collected = grown;
    }
    this.collected.set(chunk, this.size);
    this.size = size;
    if (value.byteLength > room) this.beyond = value.subarray(room);
    return this.beyond === null;
  }
}

function isForm(request: GatewayRequest): boolean {
  return typeOf(request.header("content-type")) === FORM;
}

function tooLarge(limit: number, advice: string): GatewayError {
  return new GatewayError("body_too_large", `The request body is larger than ${limit} bytes. ${advice}`);
}

/** Returns the advice for a body that is too large. */
function adviceOn(request: GatewayRequest, { verified, maxBytes }: BodyReader): string {
  if (maxBytes !== undefined) return "This path accepts no larger body.";
  if (verified === null)
    return "A JSON body may be larger with the credentials first in it, in the query string or in the header Authorization.";
  return isForm(request) ? "A body with Content-Type application/json may be larger." : SPLIT;
}
