import type { Socket } from "node:net";
import { hasFairPlace } from "@/lib/fair-place";
import { callerOf } from "@/lib/http/body/client-address";

/** How many connections may wait for a worker, so that waiting costs bounded memory (rules: turns). */
const MAX_WAITING = 1_000;

/**
 * Accepted connections that wait for a worker. Addresses take turns: a worker takes one connection in a turn of its event
 * loop, and who opens hundreds at once delays the next ones of its own address alone.
 */
export class WaitingConnections {
  /** By address; the one that is served next comes first. */
  private readonly lines = new Map<string, Socket[]>();
  /** What no worker got, though it was its turn. */
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

  /** Puts back a connection that a worker did not take: it is the next. */
  putBack(socket: Socket): void {
    this.returned.unshift(socket);
  }

  /** Takes out the connection whose turn it is; undefined where none waits. */
  next(): Socket | undefined {
    const back = this.returned.shift();
    if (back) return back;
    for (const [address, line] of this.lines) {
      const socket = line.shift();
      this.waiting--;
      // The address goes to the end: the others are served before it is served again.
      this.lines.delete(address);
      if (line.length > 0) this.lines.set(address, line);
      return socket;
    }
    return undefined;
  }
}
