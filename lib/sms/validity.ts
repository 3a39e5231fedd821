/** The longest validity of a message: two days (rules: validity). */
export const MAX_VALIDITY_MINUTES = 2_880;
