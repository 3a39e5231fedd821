/** Said before the person whose password the API takes goes, or owns the account no more. */
export const API_PASSWORD_ENDS = "The API stops taking this account’s password. API keys go on working.";
