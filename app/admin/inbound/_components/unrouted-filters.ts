/** The filters of the messages that are nobody's, in the page's address. */
export const UNROUTED_FILTERS = ["cell"] as const;
