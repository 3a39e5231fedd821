/** The cookie by which a browser remembers that the first steps were hidden, so that the server leaves them out. */
export const FIRST_STEPS_HIDDEN = "first-steps-hidden";
