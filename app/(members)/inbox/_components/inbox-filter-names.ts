/** The filters of the Inbox, in its address. */
export const INBOX_FILTERS = ["number", "tag"] as const;

/** The filters, where the page of the list begins, and how long it is. */
export const INBOX_LIST = [...INBOX_FILTERS, "before", "after", "limit"] as const;
