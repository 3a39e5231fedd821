/** The filters of the activity in the page's address. */
export const ACTIVITY_FILTERS = ["start", "end"] as const;
