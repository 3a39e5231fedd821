import type { Socket } from "node:net";

type Waiting = { octets: Buffer; onWritten: (() => void) | undefined };

/** The most octets of one write. */
const MAX_JOINED_OCTETS = 4_096;

/**
 * Writes pieces to a socket one after the other, and reports for each whether the system accepted all of it. A peer
 * cannot have read a piece that was not accepted. Pieces without a callback are joined with the next ones.
 */
export class WriteQueue {
  private readonly socket: Socket;
  private readonly onDrained: () => void;
  private waiting: Waiting[] = [];
  private unsentOctets = 0;
  private writingSince: number | null = null;

  constructor(socket: Socket, onDrained: () => void) {
    this.socket = socket;
    this.onDrained = onDrained;
  }

  /** The number of octets that wait, the ones being written included. */
  get size(): number {
    return this.unsentOctets;
  }

  /** Returns the time for which the peer has not accepted the current write, in milliseconds; 0 without one. */
  stalledMs(now: number): number {
    return this.writingSince === null ? 0 : now - this.writingSince;
  }

  /** @param onWritten called once the system has accepted all octets. It is never called if the link ends before. */
  write(octets: Buffer, onWritten?: () => void): void {
    this.unsentOctets += octets.length;
    this.waiting.push({ octets, onWritten });
    if (this.writingSince === null) this.writeNext();
  }

  private writeNext(): void {
    const { octets, onWritten } = this.takeNext();
    if (octets.length === 0) {
      this.writingSince = null;
      this.onDrained();
      return;
    }
    this.writingSince = performance.now();
    this.socket.write(octets, (error) => {
      if (error) return;
      this.unsentOctets -= octets.length;
      onWritten?.();
      this.writeNext();
    });
  }

  /**
   * Takes the octets of the next write. They have at most one piece with a callback, as the last. The result is empty
   * if no piece waits.
   */
  private takeNext(): Waiting {
    let size = 0;
    let pieces = 0;
    for (const { octets, onWritten } of this.waiting) {
      if (pieces > 0 && size + octets.length > MAX_JOINED_OCTETS) break;
      size += octets.length;
      pieces++;
      if (onWritten) break;
    }
    const taken = this.waiting.splice(0, pieces);
    const octets =
      taken.length === 1 && taken[0] ? taken[0].octets : Buffer.concat(taken.map((each) => each.octets));
    return { octets, onWritten: taken.at(-1)?.onWritten };
  }
}
