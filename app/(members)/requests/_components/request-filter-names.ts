/** The filters of the list of requests, in its address. */
export const REQUEST_FILTERS = ["status", "code", "path", "key", "start", "end"] as const;

/** The filters, where the page of the list begins, and how long it is. */
export const REQUEST_LIST = [...REQUEST_FILTERS, "before", "after", "limit", "order"] as const;
