/** The filters of the Inbox, in its address. */
export const INBOX_FILTERS = ["number"] as const;

/** The filters, and where the page of the list begins. */
export const INBOX_LIST = [...INBOX_FILTERS, "before", "after"] as const;
