/** What the address of the Inbox holds. */
export const INBOX_LIST = ["number", "before", "after"] as const;
