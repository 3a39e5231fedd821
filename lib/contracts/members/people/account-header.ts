/** The header with the number of the account that a page shows. */
export const ACCOUNT_HEADER = "x-gateway-account";

/** The same parameter in the address of a file: a link has no headers. */
export const SHOWN_ACCOUNT = "shown-account";
