/** The cookie of a browser whose reader hid the first steps. The server then omits them. */
export const FIRST_STEPS_HIDDEN = "first-steps-hidden";
