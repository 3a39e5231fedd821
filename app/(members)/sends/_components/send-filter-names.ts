/** The filter of the list of sends, where its page begins, and how long it is, in its address. */
export const SEND_LIST = ["name", "before", "after", "limit", "order"] as const;
