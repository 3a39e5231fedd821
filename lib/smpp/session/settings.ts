/** The limits and times of one link. All times are in milliseconds. */
export type SessionSettings = {
  /** How many requests may wait for an answer. */
  window: number;
  /** How long the bind may take. */
  bindTimeoutMs: number;
  /** How long a request may wait for its answer, from when it was written. */
  responseTimeoutMs: number;
  /** How long the rest of a PDU may take, and how long the peer may leave unread what is written. */
  pduTimeoutMs: number;
  /** After how long without anything from the peer it is asked whether it lives. */
  enquireAfterMs: number;
  /** How long it has to answer that, each of two times. */
  enquireTimeoutMs: number;
  /** How long answers are read after the peer has unbound. */
  unbindGraceMs: number;
};

export const DEFAULT_SESSION: SessionSettings = {
  window: 10,
  bindTimeoutMs: 10_000,
  responseTimeoutMs: 60_000,
  pduTimeoutMs: 10_000,
  enquireAfterMs: 30_000,
  enquireTimeoutMs: 10_000,
  unbindGraceMs: 5_000,
};

/** The most octets that wait to be taken by the peer. */
export const MAX_UNSENT_OCTETS = 64 * 1024;

/** The most deliveries that may wait for what is done with them; the peer is not read meanwhile. */
export const MAX_UNANSWERED_DELIVERIES = 1_000;

/** So many requests in a row without an answer end a link, and so do so many questions whether it lives. */
export const MAX_UNANSWERED_REQUESTS = 3;
export const MAX_UNANSWERED_ENQUIRIES = 2;
