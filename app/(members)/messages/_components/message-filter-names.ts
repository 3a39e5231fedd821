/** The filters of the list of messages in its address. */
export const MESSAGE_FILTERS = ["send", "outcome", "search", "status", "rateCode", "start", "end"] as const;

/** The filters, and the start, length and order of the page. */
export const MESSAGE_LIST = [...MESSAGE_FILTERS, "before", "after", "limit", "order"] as const;
