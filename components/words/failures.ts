/** Said where no answer came. */
export const UNREACHABLE = "Can’t reach the server. Check your connection.";

/** Said where an answer does not say itself what went wrong. */
export const SOMETHING_WENT_WRONG = "Something went wrong. Try again.";
