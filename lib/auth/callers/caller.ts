/** The account of a request, with the fields that operations need. */
export type Caller = {
  accountId: number;
  country: string;
  /** True if it pays GST: it is in New Zealand, or its country is not confirmed (rules: gst). */
  hasGst: boolean;
  unicodeEnabled: boolean;
  /** Its own price per part for standard destinations, in micro-dollars excluding GST. */
  standardRateMicros: bigint | null;
  defaultSenderId: number | null;
  templateSenderId: number | null;
  /** The key of the call, if the key has a daily limit (rules: key limits). */
  limitedKeyId?: string | null;
};
