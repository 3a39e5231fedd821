/** The ledger entries on a page. Few, because other panels are above. */
export const LEDGER_PAGE = 15;

/** The filters of the ledger in the page's address. */
export const LEDGER_FILTERS = ["kind", "month"] as const;

/** The filters, and the start, length and order of the page. */
export const LEDGER_LIST = [...LEDGER_FILTERS, "before", "after", "limit", "order"] as const;

/** The month of the rate codes, and the page of their list. */
export const RATE_CODE_LIST = ["codesOf", "page"] as const;
