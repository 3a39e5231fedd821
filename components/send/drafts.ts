/** Where a tab keeps an unsent text. */
export const DRAFT_KEY = "send-draft";

/** Where it keeps which form was sent last without an answer, and by which idempotency key. */
const REQUEST_KEY = "send-request";

/** Longest request that is kept, in characters: a tab has room for some millions. */
const MAX_REQUEST_LENGTH = 500_000;

/** A request to send, as text, and its idempotency key. */
export type KeyedRequest = { request: string; key: string };

/** Forgets the unsent text: nobody who signs in next in this tab sees it. */
export function dropDraft(): void {
  dropItem(DRAFT_KEY);
  dropItem(REQUEST_KEY);
}

/** The request that was kept: one whose answer this tab has not seen. */
export function keptRequest(): KeyedRequest | null {
  try {
    return JSON.parse(sessionStorage.getItem(REQUEST_KEY) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Keeps a request while it is sent: who leaves its page, and comes back before the answer, sends it by the same key.
 * @returns what forgets it once it was sent, and its draft with it unless that was changed meanwhile or `isDraftKept`.
 */
export function keepRequest(keyed: KeyedRequest): (isDraftKept: boolean) => void {
  const draft = readItem(DRAFT_KEY);
  try {
    if (keyed.request.length > MAX_REQUEST_LENGTH) sessionStorage.removeItem(REQUEST_KEY);
    else sessionStorage.setItem(REQUEST_KEY, JSON.stringify(keyed));
  } catch {
    // A browser that keeps nothing keeps no draft either.
  }
  return (isDraftKept) => {
    if (keptRequest()?.key === keyed.key) dropItem(REQUEST_KEY);
    if (!isDraftKept && readItem(DRAFT_KEY) === draft) dropItem(DRAFT_KEY);
  };
}

function readItem(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

function dropItem(name: string): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // A browser that keeps nothing has none.
  }
}
