import { GatewayError } from "@/lib/errors";
import type { GatewayRequest } from "@/lib/http/request/gateway-request";
import { processWide } from "@/lib/process-wide";

const MIB = 1024 * 1024;

/** Largest body that counts as a small one, in bytes. */
export const MAX_SMALL_BODY_BYTES = 64 * 1024;

/** Whose share a body counts in: an account that has proved who it is, or the address of a caller that has not yet. */
export type BodyOwner = { name: string; isVerified: boolean };

/**
 * Bytes of bodies that a process holds at once, and how many of them may be one owner's (rules: body budget). Where
 * owners cost nothing, and so may be many, one may always have a little; above that only as much as it leaves free of
 * half the room.
 */
export type RoomLimits = { mostBytes: number; mostBytesEach: number; alwaysBytesEach?: number };

/** What is held in a room, in all and by the owner's name. */
type Room = RoomLimits & { bytes: number; byOwner: Map<string, number> };

type RoomName = "unverified" | "small" | "large";

/** What the process holds of one request's body. */
type Held = { owner: BodyOwner; bytes: number };

/**
 * Read, decoded and parsed, a body takes up to about eight times its bytes of memory. Full, the rooms stay
 * below 400 MiB of the heap. Small bodies have a room of their own, so that large ones cannot refuse
 * everybody's texts. Those of strangers have another one, so that nobody keeps out who has proved who it is.
 */
const ROOMS: Record<RoomName, RoomLimits> = {
  unverified: { mostBytes: 8 * MIB, mostBytesEach: 2 * MIB, alwaysBytesEach: 16 * 1024 },
  small: { mostBytes: 8 * MIB, mostBytesEach: 2 * MIB },
  large: { mostBytes: 32 * MIB, mostBytesEach: 8 * MIB },
};

/**
 * Bodies that are read in one piece at once at most. They are counted when they are there: what has come of
 * them until then is 16 MiB together. What comes above that is read and counted chunk by chunk, which is
 * slower.
 */
const MAX_ONE_PIECE = 1_024;

/** Counts the bytes of request bodies from their arrival until their requests are answered. */
export class BodyBudget {
  private readonly rooms: Record<RoomName, Room>;
  private readonly held = new WeakMap<GatewayRequest, Held>();
  private onePieces = 0;

  constructor({ unverified, small, large } = ROOMS) {
    this.rooms = { unverified: newRoom(unverified), small: newRoom(small), large: newRoom(large) };
  }

  /**
   * Begins to read a body in one piece, before any of it has come.
   * @returns what ends that, once; null where too many are being read so, and this one is to be read in chunks.
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
   * @throws GatewayError `unavailable` with `Retry-After` where there is no room; nothing more is counted then.
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

  /** Releases a request's body: its request is answered. */
  release(request: GatewayRequest): void {
    const held = this.held.get(request);
    if (!held) return;
    this.held.delete(request);
    this.count(held, -held.bytes);
  }

  /** Bytes that are held in each room: small bodies of unverified and of verified callers, and large ones. */
  get bytes(): Record<RoomName, number> {
    const { unverified, small, large } = this.rooms;
    return { unverified: unverified.bytes, small: small.bytes, large: large.bytes };
  }

  private count(held: Held, bytes: number): void {
    const room = this.rooms[roomOf(held)];
    const { name } = held.owner;
    room.bytes += bytes;
    const own = (room.byOwner.get(name) ?? 0) + bytes;
    if (own > 0) room.byOwner.set(name, own);
    else room.byOwner.delete(name);
  }
}

/** There is no room for a body. */
export function noRoom(): GatewayError {
  return new GatewayError(
    "unavailable",
    "Too many large requests are being read just now. Nothing was done; send this one again in a moment.",
    { "Retry-After": "1" },
  );
}

/** Whether so much in all, and so much of one owner, is within the limits. */
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

function roomOf({ owner, bytes }: Held): RoomName {
  if (bytes > MAX_SMALL_BODY_BYTES) return "large";
  return owner.isVerified ? "small" : "unverified";
}

const bodies = processWide("gatewayBodies", () => new BodyBudget());

/** The budget of this process. */
export function bodyBudget(): BodyBudget {
  return bodies.value;
}
