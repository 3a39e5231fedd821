/** The filters of deliveries in the page's address. */
export const DELIVERY_FILTERS = ["kind", "endpoint", "state", "code", "from", "to"] as const;

/** The filters, and the start, length and order of the page. */
export const DELIVERY_LIST = [...DELIVERY_FILTERS, "before", "after", "limit", "order"] as const;
