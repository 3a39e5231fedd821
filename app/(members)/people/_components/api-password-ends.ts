/** The warning before the person whose password works on the API leaves or ceases to be an owner. */
export const API_PASSWORD_ENDS = "The API stops taking this account’s password. API keys go on working.";
