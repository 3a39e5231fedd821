/** The confirmation after a form is saved. */
export const SAVED = "Saved.";

/** The end of a question about an irreversible action. */
export const CANNOT_BE_UNDONE = "You can’t undo this.";
