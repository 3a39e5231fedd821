/** The phone that is shown until another is asked for. */
export const USUAL_NUMBER = "64211234567";
