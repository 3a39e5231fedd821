/** A standalone link. On a phone a press beside it counts. */
export const LINK = "finger font-medium text-accent underline-offset-4 hover:underline";

/** A link within a sentence. It must differ from the text by more than its colour. */
export const LINK_IN_TEXT = "text-accent underline underline-offset-4";
