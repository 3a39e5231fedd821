/** The header by which a page says which account it shows, by its number. */
export const ACCOUNT_HEADER = "x-gateway-account";
