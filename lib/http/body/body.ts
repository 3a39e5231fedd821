import { furtherCells } from "@/lib/cells/cells";
import { GatewayError } from "@/lib/errors";
import { bodyBudget, MAX_SMALL_BODY_BYTES, noRoom } from "@/lib/http/body/body-budget";
import { clientAddress } from "@/lib/http/body/client-address";
import { enterPlace, leavePlace } from "@/lib/http/body/strangers";
import { heavyPlaceOf } from "@/lib/http/limits/heavy-requests";
import type { GatewayRequest } from "@/lib/http/request/gateway-request";
import { decodeUtf8 } from "@/lib/parsing/decode-utf8";

/** Largest request body of a caller whose credentials are verified, in bytes (rules: body size). */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Largest body before that, and largest form whoever sends it. */
export const MAX_UNVERIFIED_BODY_BYTES = MAX_SMALL_BODY_BYTES;

/** A body that is announced with no more than this is read in one piece, which is far quicker. */
const MAX_ONE_PIECE_BYTES = 16 * 1024;

/** Whose body it is, as far as that is known. */
export type BodyReader = {
  /** Names who has proved who it is, and shares its part of the budget; null where nobody has. */
  verified: string | null;
  /** The account it is, where it is one. */
  accountId?: number;
  /** Most bytes, where they are not those of the stage. */
  maxBytes?: number;
};

/** Bodies of requests that may be done again, where there are several cells: their account may move meanwhile. */
const kept = new WeakMap<GatewayRequest, Uint8Array>();

/** The body of a caller that nobody has verified. */
export const UNVERIFIED: BodyReader = { verified: null };

/** The body of an account whose credentials are verified. */
export function verifiedAccount(accountId: number): BodyReader {
  return { verified: `account ${accountId}`, accountId };
}

/**
 * Reads a request's body as UTF-8 text, within the limits of `readBytes`.
 * @throws GatewayError as `readBytes`, and `invalid_request` where the bytes are not UTF-8.
 */
export async function readBody(request: GatewayRequest, reader: BodyReader): Promise<string> {
  return decodeUtf8(await readBytes(request, reader));
}

/**
 * Reads a request's body as it was sent: 64 KiB of a caller that is not verified yet or of a form, else 4 MiB. What has
 * arrived counts against the budget of the process until `releaseBody`. An account's large body has a heavy
 * request's place from then on: what finds none is not parsed.
 * @throws GatewayError `body_too_large`, `unavailable` where the budget is spent, or `invalid_request` where the body
 * ends early; and as `HeavyPlace` does.
 */
export async function readBytes(request: GatewayRequest, reader: BodyReader): Promise<Uint8Array> {
  const bytes = kept.get(request) ?? (await readWithin(request, reader));
  if (furtherCells().size > 0) kept.set(request, bytes);
  if (reader.accountId !== undefined && bytes.byteLength > MAX_SMALL_BODY_BYTES)
    await heavyPlaceOf(request).enter(reader.accountId);
  return bytes;
}

/**
 * Releases what reading a request's body took: its bytes in the budget and a stranger's place. Whoever reads a body calls
 * it when the request is answered, also where the reading failed.
 */
export function releaseBody(request: GatewayRequest): void {
  kept.delete(request);
  bodyBudget().release(request);
  leavePlace(request);
}

async function readWithin(request: GatewayRequest, reader: BodyReader): Promise<Uint8Array> {
  const { verified } = reader;
  const owner = { name: verified ?? `address ${clientAddress(request)}`, isVerified: verified !== null };
  const maxBytes = maxBytesOf(request, reader);
  if (Number(request.header("content-length") ?? 0) > maxBytes) throw tooLarge(request, reader, maxBytes);
  const take = (bytes: number) => bodyBudget().take(request, owner, bytes);
  try {
    if (verified === null && !(await enterPlace(request, owner.name))) throw noRoom();
    const bytes = (await readOnePiece(request, take)) ?? (await readChunks(request, maxBytes, take));
    if (bytes && bytes.byteLength <= maxBytes) return bytes;
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    // The caller hung up: nobody will read this, and it is no failure of ours.
    throw new GatewayError("invalid_request", "The request body ended early.");
  }
  // No server lets more through than was announced.
  throw tooLarge(request, reader, maxBytes);
}

/**
 * Reads a body that is announced as a short one. It counts when all of it has come: an announcement takes no room.
 * @returns null for what is to be read in chunks.
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
 * Collects a body chunk by chunk, in one buffer that grows: a thousand chunks of a byte would take a hundred times as
 * much. What is too large is left to whoever answers, and drops the rest: to cancel it may close the connection first.
 * @returns null where it has more than `maxBytes`.
 */
async function readChunks(
  request: GatewayRequest,
  maxBytes: number,
  take: (bytes: number) => void,
): Promise<Uint8Array | null> {
  const chunks = request.chunks();
  let collected = Buffer.allocUnsafeSlow(0);
  let size = 0;
  try {
    for (;;) {
      const value = await chunks.read();
      if (value === null) return collected.subarray(0, size);
      if (size + value.byteLength > maxBytes) return null;
      take(value.byteLength);
      if (size + value.byteLength > collected.length) {
        const grown = Buffer.allocUnsafeSlow(Math.min(maxBytes, 2 * (size + value.byteLength)));
        collected.copy(grown, 0, 0, size);
        collected = grown;
      }
      collected.set(value, size);
      size += value.byteLength;
    }
  } finally {
    chunks.leave();
  }
}

function isForm(request: GatewayRequest): boolean {
  return /^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(request.header("content-type") ?? "");
}

function tooLarge(request: GatewayRequest, reader: BodyReader, limit: number): GatewayError {
  return new GatewayError(
    "body_too_large",
    `The request body is larger than ${limit} bytes. ${adviceOn(request, reader)}`,
  );
}

/** What may be larger. */
function adviceOn(request: GatewayRequest, { verified, maxBytes }: BodyReader): string {
  if (maxBytes !== undefined) return "This path takes no more.";
  const credentials = "the credentials in the header Authorization or in the query string";
  if (verified === null) return `A JSON body may be larger with ${credentials}.`;
  return isForm(request) ? "A JSON body may be larger." : "Split it into several requests.";
}
