import type { Socket } from "node:net";
import { FrameReader } from "@/lib/smpp/pdu/read-stream";

/** The PDUs that are handled in one turn of the event loop. */
const MAX_PDUS_A_TURN = 50;

/** The handlers of incoming octets. */
export type IncomingEvents = {
  /** Returns whether reading pauses. `readOn` ends the pause. */
  isHeldBack(): boolean;
  receive(octets: Buffer): void;
  /** Handles a length that no PDU has. The rest of the stream is not read. */
  refuse(length: number): void;
};

/** Reads PDUs from a socket, no faster than they are handled. */
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

  /** Returns the time without incoming octets. Pauses in reading do not count. */
  silentMs(now: number): number {
    if (this.state !== "reading") this.heardAt = now;
    return now - this.heardAt;
  }

  /** Returns the time since the beginning of an incomplete PDU. */
  partialMs(now: number): number {
    return this.partialSince === null ? 0 : now - this.partialSince;
  }

  /** Continues after a pause in reading. */
  readOn(): void {
    if (this.state === "paused" && !this.events.isHeldBack()) this.read();
  }

  /** Stops reading, and drops octets that still arrive. */
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
