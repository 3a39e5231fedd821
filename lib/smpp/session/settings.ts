/** The limits and times of one link. All times are in milliseconds. */
export type SessionSettings = {
  /** The most requests that wait for an answer. */
  window: number;
  /** The longest time of the bind. */
  bindTimeoutMs: number;
  /** The longest wait for an answer, counted from the writing of its request. */
  responseTimeoutMs: number;
  /** The longest time for the rest of a PDU, and for written octets that the peer does not read. */
  pduTimeoutMs: number;
  /** The time without octets from the peer after which an enquiry is sent. */
  enquireAfterMs: number;
  /** The longest wait for the answer to an enquiry, for each of two. */
  enquireTimeoutMs: number;
  /** The time for which answers are read after the peer has unbound. */
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

/** The most octets that wait for the peer. */
export const MAX_UNSENT_OCTETS = 64 * 1024;

/** The most deliveries that wait for their handling. The peer is not read meanwhile. */
export const MAX_UNANSWERED_DELIVERIES = 1_000;

/** The number of unanswered requests in a row that ends a link. It is the same for enquiries. */
export const MAX_UNANSWERED_REQUESTS = 3;
export const MAX_UNANSWERED_ENQUIRIES = 2;
