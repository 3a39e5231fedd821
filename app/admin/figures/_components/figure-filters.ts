/** The filters of the figures in the page's address. */
export const FIGURE_FILTERS = ["start", "end", "by", "account", "cell"] as const;
