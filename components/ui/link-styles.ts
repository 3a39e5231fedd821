/** A link that stands by itself, such as a row's. */
export const LINK = "font-medium text-accent underline-offset-4 hover:underline";

/** A link within a sentence: it must not be told by its colour alone. */
export const LINK_IN_TEXT = "text-accent underline underline-offset-4";
