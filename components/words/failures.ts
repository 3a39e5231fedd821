/** The error if there is no response. */
export const UNREACHABLE = "Can’t reach the server. Check your connection.";

/** The error if the response has no message. */
export const SOMETHING_WENT_WRONG = "Something went wrong. Try again.";
