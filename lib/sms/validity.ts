/** The longest that a message may be worth delivering: three days (rules: validity). */
export const MAX_VALIDITY_MINUTES = 4_320;
