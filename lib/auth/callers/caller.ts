/** The account a request acts for, with what its operations need to know of it. */
export type Caller = {
  accountId: number;
  country: string;
  /** Whether it pays GST: where it is in New Zealand, or its country is not confirmed (rules: gst). */
  hasGst: boolean;
  unicodeEnabled: boolean;
  /** Own price per part for standard destinations, in micro-dollars excluding GST. */
  standardRateMicros: bigint | null;
  defaultSenderId: number | null;
  templateSenderId: number | null;
  /** The key that it calls with, where that has a daily limit (rules: key limits). */
  limitedKeyId?: string | null;
};
