/** The times by which a network is judged, in milliseconds. Tests shorten them. */
export type StandingTimes = {
  /** The silence that makes a network down, if its answers usually come sooner. */
  silentMs: number;
  /** The time without an acceptance that makes a network down, and the same for one-time codes. */
  refusingMs: number;
  codeRefusingMs: number;
  /** The longest time for which one probing message delays the next probe. */
  tryMs: number;
  /** The first and the longest wait between messages that probe a network that is down. */
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
