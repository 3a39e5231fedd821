/** A link that stands by itself: on a phone a press beside it counts. */
export const LINK = "finger font-medium text-accent underline-offset-4 hover:underline";

/** A link within a sentence: it must not be told by its colour alone. */
export const LINK_IN_TEXT = "text-accent underline underline-offset-4";
