import { GatewayError } from "@/lib/errors";
import type { GatewayRequest } from "@/lib/http/request/gateway-request";
import { processWide } from "@/lib/process-wide";

const MIB = 1024 * 1024;

/** Largest body that counts as a small one, in bytes. */
export const MAX_SMALL_BODY_BYTES = 64 * 1024;

/** The owner whose share a body counts in: a verified account, or the address of an unverified caller. */
export type BodyOwner = { name: string; isVerified: boolean };

/**
 * The bytes of bodies that a process holds at once, in all and for one owner (rules: body budget). If owners cost
 * nothing, there may be many. One of these may always hold `alwaysBytesEach`, and more only up to the bytes that are
 * free of half the room.
 */
export type RoomLimits = { mostBytes: number; mostBytesEach: number; alwaysBytesEach?: number };

/** The bytes held in a room, in all and by the owner's name. */
type Room = RoomLimits & { bytes: number; byOwner: Map<string, number> };

type RoomName = "unverified" | "small" | "large";

/** The part of one request's body that the process holds. */
type HeldBody = { owner: BodyOwner; bytes: number };

/**
 * A body that is read, decoded and parsed uses up to about eight times its bytes of memory. The full rooms stay below
 * 400 MiB of the heap. Small bodies have a room of their own, so that large ones cannot displace them. Bodies of
 * unverified callers have another one, so that they cannot displace verified callers.
 */
const ROOMS: Record<RoomName, RoomLimits> = {
  unverified: { mostBytes: 8 * MIB, mostBytesEach: 2 * MIB, alwaysBytesEach: 16 * 1024 },
  small: { mostBytes: 8 * MIB, mostBytesEach: 2 * MIB },
  large: { mostBytes: 32 * MIB, mostBytesEach: 8 * MIB },
};

/**
 * The most bodies that are read in one piece at once. They count when they are complete: until then, they hold 16 MiB
 * together. Further bodies are read and counted chunk by chunk, which is slower.
 */
const MAX_ONE_PIECE = 1_024;

/** Counts the bytes of request bodies from their arrival until their requests are answered. */
export class BodyBudget {
  private readonly rooms: Record<RoomName, Room>;
  private readonly held = new WeakMap<GatewayRequest, HeldBody>();
  private onePieces = 0;

  constructor({ unverified, small, large } = ROOMS) {
    this.rooms = { unverified: newRoom(unverified), small: newRoom(small), large: newRoom(large) };
  }

  /**
   * Begins to read a body in one piece, before any of it has arrived.
   * @returns a function that ends the reading, once; null if too many are being read so: then the body is read in
   * chunks.
   */
  beginOnePiece(): (() => void) | null {
    if (this.onePieces >= MAX_ONE_PIECE) return null;
    this.onePieces++;
    return () => {
      this.onePieces--;
    };
  }

  /**
   * Counts more bytes of a request's body, which have arrived.
   * @throws GatewayError `unavailable` with `Retry-After` if there is no room. Then these bytes are not counted.
   */
  take(request: GatewayRequest, owner: BodyOwner, bytes: number): void {
    const before = this.held.get(request);
    const held = { owner, bytes: (before?.bytes ?? 0) + bytes };
    if (before) this.count(before, -before.bytes);
    const room = this.rooms[roomOf(held)];
    const own = (room.byOwner.get(owner.name) ?? 0) + held.bytes;
    const fits = hasRoom(room, room.bytes + held.bytes, own);
    const kept = fits ? held : before;
    if (kept) {
      this.count(kept, kept.bytes);
      this.held.set(request, kept);
    }
    if (!fits) throw noRoom();
  }

  /** Releases the body of a request that is answered. */
  release(request: GatewayRequest): void {
    const held = this.held.get(request);
    if (!held) return;
    this.held.delete(request);
    this.count(held, -held.bytes);
  }

  /**
   * Returns the bytes that are held in each room: small bodies of unverified and of verified callers, and large ones.
   */
  get bytes(): Record<RoomName, number> {
    const { unverified, small, large } = this.rooms;
    return { unverified: unverified.bytes, small: small.bytes, large: large.bytes };
  }

  private count(held: HeldBody, bytes: number): void {
    const room = this.rooms[roomOf(held)];
    const { name } = held.owner;
    room.bytes += bytes;
    const own = (room.byOwner.get(name) ?? 0) + bytes;
    if (own > 0) room.byOwner.set(name, own);
    else room.byOwner.delete(name);
  }
}

/** Returns the error for a body without room. */
export function noRoom(): GatewayError {
  return new GatewayError(
    "unavailable",
    "The server is reading too many large requests. Nothing was changed. Try again in a second.",
    { "Retry-After": "1" },
  );
}

/** Returns whether the given bytes, in all and of one owner, are within the limits. */
function hasRoom(
  { mostBytes, mostBytesEach, alwaysBytesEach }: RoomLimits,
  bytes: number,
  own: number,
): boolean {
  if (bytes > mostBytes || own > mostBytesEach) return false;
  return alwaysBytesEach === undefined || own <= alwaysBytesEach || own <= mostBytes / 2 - bytes;
}

function newRoom(limits: RoomLimits): Room {
  return { ...limits, bytes: 0, byOwner: new Map() };
}

function roomOf({ owner, bytes }: HeldBody): RoomName {
  if (bytes > MAX_SMALL_BODY_BYTES) return "large";
  return owner.isVerified ? "small" : "unverified";
}

const bodies = processWide("gatewayBodies", () => new BodyBudget());

/** Returns the budget of this process. */
export function bodyBudget(): BodyBudget {
  return bodies.value;
}
