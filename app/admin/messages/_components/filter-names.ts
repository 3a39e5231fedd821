/** The filters of the messages of all accounts, in the list's address. */
export const ALL_MESSAGES_FILTERS = ["search", "account", "status", "start", "end"] as const;

/** The filters, and the start and length of the page. */
export const ALL_MESSAGES_LIST = [...ALL_MESSAGES_FILTERS, "before", "after", "limit"] as const;
