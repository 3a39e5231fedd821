/** The longest that a message may be worth delivering: two days (rules: validity). */
export const MAX_VALIDITY_MINUTES = 2_880;
