/** The filters of the list of messages, in its address. */
export const MESSAGE_FILTERS = ["send", "search", "status", "rateCode", "start", "end"] as const;

/** The filters, and where the page of the list begins. */
export const MESSAGE_LIST = [...MESSAGE_FILTERS, "before", "after"] as const;
