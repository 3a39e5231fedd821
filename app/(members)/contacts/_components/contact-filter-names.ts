/** The parameters of the list of contacts: its filters, and the start, length and order of the page. */
export const CONTACT_LIST = ["search", "list", "before", "after", "limit", "order"] as const;
