/** The filters of the Inbox in its address. */
export const INBOX_FILTERS = ["number", "tag"] as const;

/** The filters, and the start and length of the page. */
export const INBOX_LIST = [...INBOX_FILTERS, "before", "after", "limit"] as const;
