/** Entries of the ledger on a page: it is the last of several panels. */
export const LEDGER_PAGE = 15;

/** The filters of the ledger in the page's address, and where its page begins. */
export const LEDGER_LIST = ["kind", "month", "before", "after"] as const;

/** The month that rate codes are summed up for, and the page of the list. */
export const RATE_CODE_LIST = ["codesOf", "page"] as const;
