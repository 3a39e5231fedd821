/** A short message in the corner of a page. It disappears after a moment. */
export type Notice = { kind: "success" | "danger"; text: string };

const waiting: Notice[] = [];
const listeners = new Set<() => void>();

/** True after the first notice. The code that shows notices is loaded then. */
let isWanted = false;

function notify(kind: Notice["kind"], text: string): void {
  waiting.push({ kind, text });
  isWanted = true;
  for (const listener of listeners) listener();
}

/** Shows a success in the corner of the page. */
export function noticeSuccess(text: string): void {
  notify("success", text);
}

/** Shows a failure in the corner of the page. */
export function noticeFailure(text: string): void {
  notify("danger", text);
}

/** Returns true if this tab has had a notice. */
export function wasNoticed(): boolean {
  return isWanted;
}

/** Calls the listener at each notice. Returns a function that removes the listener. */
export function listenForNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Passes the waiting notices, and each later one, to a function. Returns a function that stops this. */
export function takeNotices(take: (notice: Notice) => void): () => void {
  const takeAll = () => {
    for (const notice of waiting.splice(0)) take(notice);
  };
  takeAll();
  return listenForNotices(takeAll);
}
