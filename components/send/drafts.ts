/** The key in session storage for an unsent text. */
export const DRAFT_KEY = "send-draft";

/** The key in session storage for the last request without a response and its idempotency key. */
const REQUEST_KEY = "send-request";

/** The longest request that is kept, in characters: a tab has room for some millions. */
const MAX_REQUEST_LENGTH = 500_000;

/** A request to send, as text, and its idempotency key. */
export type KeyedRequest = { request: string; key: string };

/** Deletes the unsent text, so that the next person who signs in in this tab does not see it. */
export function dropDraft(): void {
  dropItem(DRAFT_KEY);
  dropItem(REQUEST_KEY);
}

/** Returns the kept request, for which this tab has not seen a response. */
export function keptRequest(): KeyedRequest | null {
  try {
    return JSON.parse(sessionStorage.getItem(REQUEST_KEY) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Keeps a request while it is sent. A reader who leaves the page and returns before the response sends it
 * again with the same key.
 * @returns a function that deletes the request after it was sent. It also deletes the draft, unless the draft
 * was changed meanwhile or `isDraftKept` is true.
 */
export function keepRequest(keyed: KeyedRequest): (isDraftKept: boolean) => void {
  const draft = readItem(DRAFT_KEY);
  try {
    if (keyed.request.length > MAX_REQUEST_LENGTH) sessionStorage.removeItem(REQUEST_KEY);
    else sessionStorage.setItem(REQUEST_KEY, JSON.stringify(keyed));
  } catch {
    // A browser that blocks storage keeps no draft either.
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
    // A browser that blocks storage has no request.
  }
}
