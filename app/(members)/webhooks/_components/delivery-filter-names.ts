/** The filters of deliveries, in the page's address. */
export const DELIVERY_FILTERS = ["kind", "endpoint", "state", "code", "from", "to"] as const;

/** The filters, where the page of the list begins, and how long it is. */
export const DELIVERY_LIST = [...DELIVERY_FILTERS, "before", "after", "limit", "order"] as const;
