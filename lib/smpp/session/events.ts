import type { Delivery } from "@/lib/smpp/receipt/receipt";

export type BindCommand = "bind_transmitter" | "bind_receiver" | "bind_transceiver";

/** What became of a bind. `status`: what the peer refused it with; null where it did not answer. */
export type BindResult = { isBound: true; allowsTlvs: boolean } | { isBound: false; status: number | null };

/** What a session tells its owner. */
export type SessionEvents = {
  /** A message in or a receipt. @returns the status to answer with; when it fails, the peer may try again later. */
  delivered(delivery: Delivery): Promise<number>;
  /** There may be room for a request. */
  roomChanged(): void;
  /** The link is gone, and all its requests are settled; `reason` in words. */
  ended(reason: string): void;
};

/**
 * Where a link stands. `draining`: we take no more, and both sides answer what is in flight. `unbinding`: we have sent
 * `unbind`. `unbound`: one side has answered the other's `unbind`, and both may still answer what is in flight.
 */
export type SessionState = "open" | "bound" | "draining" | "unbinding" | "unbound" | "ended";
