/** Entries of the ledger on a page: it is the last of several panels. */
export const LEDGER_PAGE = 15;

/** What the ledger can be filtered by in the page's address, and where its page begins. */
export const LEDGER_LIST = ["kind", "month", "before", "after"] as const;

/** Whose costs the rate codes sum up, and which page of them is shown. */
export const RATE_CODE_LIST = ["codesOf", "page"] as const;
