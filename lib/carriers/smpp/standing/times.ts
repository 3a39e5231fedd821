/** The times by which a network is judged, in milliseconds. Tests shorten them. */
export type StandingTimes = {
  /** The silence that makes a network down, if its answers usually come sooner. */
  silentMs: number;
  /** The time without an acceptance that makes a network down, and the same for one-time codes. */
  refusingMs: number;
  codeRefusingMs: number;
  /** The longest time for which one message that tries a network keeps the next message from trying it. */
  tryMs: number;
  /** The first and the longest wait between messages that try a network that is down. */
  askAfterMs: number;
  maxAskAfterMs: number;
};

export const STANDING_TIMES: StandingTimes = {
  silentMs: 10_000,
  refusingMs: 30_000,
  codeRefusingMs: 5_000,
  tryMs: 5_000,
  askAfterMs: 5_000,
  maxAskAfterMs: 60_000,
};
