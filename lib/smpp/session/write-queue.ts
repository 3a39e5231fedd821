import type { Socket } from "node:net";

type Waiting = { octets: Buffer; onWritten: (() => void) | undefined };

/**
 * Writes to a socket one piece after the other, so that it is known of each whether all of it was handed to the
 * system. A peer cannot have read a piece of which it was not.
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
    const next = this.waiting.shift();
    if (next === undefined) {
      this.writingSince = null;
      this.onDrained();
      return;
    }
    this.writingSince = performance.now();
    this.socket.write(next.octets, (error) => {
      if (error) return;
      this.unsentOctets -= next.octets.length;
      next.onWritten?.();
      this.writeNext();
    });
  }
}
