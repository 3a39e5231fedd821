/** What the address of the page says of the list of shortcodes. */
export const SHORTCODE_FILTERS = ["order"] as const;
