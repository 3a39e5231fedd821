/** Said once a form's values are kept. */
export const SAVED = "Saved.";

/** Ends a question about what nobody can take back. */
export const CANNOT_BE_UNDONE = "You can’t undo this.";
