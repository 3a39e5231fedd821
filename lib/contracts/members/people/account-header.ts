/** The header by which a page says which account it shows, by its number. */
export const ACCOUNT_HEADER = "x-gateway-account";

/** The parameter that says the same in the address of a file: a link has no headers. */
export const SHOWN_ACCOUNT = "shown-account";
