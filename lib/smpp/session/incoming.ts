import type { Socket } from "node:net";
import { FrameReader } from "@/lib/smpp/pdu/read-stream";

/** So many PDUs are handled before others have their turn of the event loop. */
const MAX_PDUS_A_TURN = 50;

/** What is done with what comes in. */
export type IncomingEvents = {
  /** Whether nothing more is to be read for now; `readOn` says when that has changed. */
  isHeldBack(): boolean;
  receive(octets: Buffer): void;
  /** A length that no PDU has: what follows is not read. */
  refuse(length: number): void;
};

/** Reads PDUs from a socket, and no faster than they are handled. */
export class Incoming {
  private readonly socket: Socket;
  private readonly events: IncomingEvents;
  private readonly reader = new FrameReader();
  private state: "reading" | "paused" | "yielding" | "stopped" = "reading";
  private heardAt = performance.now();
  private partialSince: number | null = null;

  constructor(socket: Socket, events: IncomingEvents) {
    this.socket = socket;
    this.events = events;
    socket.on("data", (chunk: Buffer) => {
      this.heardAt = performance.now();
      if (this.state === "stopped") return;
      this.reader.push(chunk);
      if (this.state === "reading") this.read();
    });
  }

  /** For how long nothing has come, though it would have been read. */
  silentMs(now: number): number {
    if (this.state !== "reading") this.heardAt = now;
    return now - this.heardAt;
  }

  /** For how long a PDU has been incomplete. */
  partialMs(now: number): number {
    return this.partialSince === null ? 0 : now - this.partialSince;
  }

  /** Goes on where reading was held back. */
  readOn(): void {
    if (this.state === "paused" && !this.events.isHeldBack()) this.read();
  }

  /** Reads no more; what still comes is thrown away. */
  stop(): void {
    this.state = "stopped";
    this.partialSince = null;
    this.socket.resume();
  }

  private read(): void {
    for (let handled = 0; handled < MAX_PDUS_A_TURN; handled++) {
      const frame = this.events.isHeldBack() ? "held back" : this.reader.take();
      if (frame === "held back") this.pause("paused");
      else if (frame === null) this.waitForMore(handled);
      else if (frame.octets === null) this.refuse(frame.length);
      else this.events.receive(frame.octets);
      if (frame === "held back" || !frame?.octets || this.hasStopped()) return;
    }
    this.pause("yielding");
    setImmediate(() => {
      if (this.state === "yielding") this.read();
    });
  }

  private refuse(length: number): void {
    this.stop();
    this.events.refuse(length);
  }

  private hasStopped(): boolean {
    return this.state === "stopped";
  }

  private waitForMore(handled: number): void {
    if (this.reader.size === 0) this.partialSince = null;
    else if (handled > 0 || this.partialSince === null) this.partialSince = performance.now();
    this.state = "reading";
    this.socket.resume();
  }

  private pause(state: "paused" | "yielding"): void {
    this.state = state;
    this.partialSince = null;
    this.socket.pause();
  }
}
