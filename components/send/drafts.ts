/** Where a tab keeps an unsent text. */
export const DRAFT_KEY = "send-draft";

/** Forgets the unsent text: nobody who signs in next in this tab sees it. */
export function dropDraft(): void {
  try {
    sessionStorage.removeItem(DRAFT_KEY);
  } catch {
    // A browser that keeps nothing has none.
  }
}
