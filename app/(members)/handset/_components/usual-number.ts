/** The handset that is shown by default. */
export const USUAL_NUMBER = "64211234567";
