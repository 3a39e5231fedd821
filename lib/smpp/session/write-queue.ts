import type { Socket } from "node:net";

type Waiting = { octets: Buffer; onWritten: (() => void) | undefined };

/** The most octets that are written at once. */
const MAX_JOINED_OCTETS = 4_096;

/**
 * Writes to a socket one piece after the other, so that it is known of each whether all of it was handed to the
 * system. A peer cannot have read a piece of which it was not. Pieces that nobody asks this of are joined with what follows.
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

  /** How many octets wait, the ones being written included. */
  get size(): number {
    return this.unsentOctets;
  }

  /** For how long the peer has not taken what is being written, in milliseconds; 0 where nothing is. */
  stalledMs(now: number): number {
    return this.writingSince === null ? 0 : now - this.writingSince;
  }

  /** @param onWritten called once all octets were handed to the system; never, when the link ends before. */
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

  /** Takes what is written at once: no more than one piece that is asked about, as the last. Empty where nothing waits. */
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
