/** The parameters of the list of shortcodes in the page's address. */
export const SHORTCODE_FILTERS = ["order"] as const;
