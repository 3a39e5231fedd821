import type { Socket } from "node:net";
import { hasFairPlace } from "@/lib/fair-place";
import { callerOf } from "@/lib/http/body/client-address";

/** The most connections that wait for a worker, so that waiting uses bounded memory (rules: turns). */
const MAX_WAITING = 1_000;

/**
 * Accepted connections that wait for a worker. Addresses take turns. A worker takes one connection in each cycle of its
 * event loop. A client that opens hundreds at once delays only later connections of its own address.
 */
export class WaitingConnections {
  /** The waiting connections by address, the next address first. */
  private readonly lines = new Map<string, Socket[]>();
  /** The connections that were sent to a worker and not taken. */
  private readonly returned: Socket[] = [];
  private waiting = 0;

  get size(): number {
    return this.waiting + this.returned.length;
  }

  /**
   * Adds a connection. If all places are taken, the newest connection of the longest line is closed to make room.
   * @returns false if there is no place for it. The caller must then close it.
   */
  add(socket: Socket): boolean {
    const address = callerOf(socket.remoteAddress ?? "");
    const line = this.lines.get(address) ?? [];
    if (!hasFairPlace(line.length, this.lines.size, MAX_WAITING)) return false;
    if (this.size >= MAX_WAITING && !this.makeRoom(line.length)) return false;
    line.push(socket);
    this.lines.set(address, line);
    this.waiting++;
    return true;
  }

  /** Closes the newest connection of the longest line, if a line with one more than `own` stays shorter. */
  private makeRoom(own: number): boolean {
    let longest: Socket[] = [];
    for (const line of this.lines.values()) if (line.length > longest.length) longest = line;
    if (longest.length <= own + 1) return false;
    longest.pop()?.destroy();
    this.waiting--;
    return true;
  }

  /** Puts back a connection that a worker did not take: it is the next one. */
  putBack(socket: Socket): void {
    this.returned.unshift(socket);
  }

  /** Removes and returns the connection whose turn it is; undefined if none waits. */
  next(): Socket | undefined {
    const back = this.returned.shift();
    if (back) return back;
    for (const [address, line] of this.lines) {
      const socket = line.shift();
      this.waiting--;
      // The address goes to the end: other addresses are served before it is served again.
      this.lines.delete(address);
      if (line.length > 0) this.lines.set(address, line);
      return socket;
    }
    return undefined;
  }
}
