import type { Delivery } from "@/lib/smpp/receipt/receipt";

export type BindCommand = "bind_transmitter" | "bind_receiver" | "bind_transceiver";

/** The outcome of a bind. `status`: the peer's error; null without an answer. */
export type BindResult = { isBound: true; allowsTlvs: boolean } | { isBound: false; status: number | null };

/** The events of a session for its owner. */
export type SessionEvents = {
  /**
   * An incoming message or a receipt.
   * @returns the status of the answer. If it fails, the peer may try again later.
   */
  delivered(delivery: Delivery): Promise<number>;
  /** There may be room for a request. */
  roomChanged(): void;
  /** The link has ended, and all its requests are settled. `reason` is in words. */
  ended(reason: string): void;
};

/**
 * The state of a link. `draining`: this side accepts no more, and both sides answer the requests in flight.
 * `unbinding`: this side has sent `unbind`. `unbound`: one side has answered the other's `unbind`, and both may still
 * answer requests in flight.
 */
export type SessionState = "open" | "bound" | "draining" | "unbinding" | "unbound" | "ended";
