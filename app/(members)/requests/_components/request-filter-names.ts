/** The filters of the list of requests in its address. */
export const REQUEST_FILTERS = ["status", "code", "path", "key", "start", "end"] as const;

/** The filters, and the start, length and order of the page. */
export const REQUEST_LIST = [...REQUEST_FILTERS, "before", "after", "limit", "order"] as const;
