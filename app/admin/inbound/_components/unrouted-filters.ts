/** The filters of messages without an account, in the page's address. */
export const UNROUTED_FILTERS = ["cell"] as const;
