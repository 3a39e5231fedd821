/** The filters of the messages of all accounts, in the list's address. */
export const ALL_MESSAGES_FILTERS = ["search", "account", "status", "start", "end"] as const;

/** The filters, where the page of the list begins, and how long it is. */
export const ALL_MESSAGES_LIST = [...ALL_MESSAGES_FILTERS, "before", "after", "limit"] as const;
