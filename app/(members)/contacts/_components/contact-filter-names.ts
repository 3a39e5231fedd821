/** What the list of contacts is asked for by: its filters, and the place of a page. */
export const CONTACT_LIST = ["search", "list", "before", "after", "limit", "order"] as const;
