/** The filter of the list of sends, and the start, length and order of the page. */
export const SEND_LIST = ["name", "before", "after", "limit", "order"] as const;
