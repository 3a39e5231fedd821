/** Entries of the ledger on a page: it is the last of several panels. */
export const LEDGER_PAGE = 15;

/** The filters of the ledger, in the page's address. */
export const LEDGER_FILTERS = ["kind", "month"] as const;

/** The filters, where the page of the ledger begins, and how long it is. */
export const LEDGER_LIST = [...LEDGER_FILTERS, "before", "after", "limit", "order"] as const;

/** The month that rate codes are summed up for, and the page of the list. */
export const RATE_CODE_LIST = ["codesOf", "page"] as const;
