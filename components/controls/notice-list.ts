/** What is told in the corner of a page, for a moment. */
export type Notice = { kind: "success" | "danger"; text: string };

const waiting: Notice[] = [];
const listeners = new Set<() => void>();

/** Whether there ever was a notice: from then on the code that shows them is wanted. */
let isWanted = false;

function notify(kind: Notice["kind"], text: string): void {
  waiting.push({ kind, text });
  isWanted = true;
  for (const listener of listeners) listener();
}

/** Tells in the corner of the page that something was done. */
export function noticeSuccess(text: string): void {
  notify("success", text);
}

/** Tells in the corner of the page that something failed. */
export function noticeFailure(text: string): void {
  notify("danger", text);
}

/** Whether there ever was a notice in this tab. */
export function wasNoticed(): boolean {
  return isWanted;
}

/** Calls the listener at each notice. Returns how to end that. */
export function listenForNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Hands over the notices that wait, and each later one. Returns how to end that. */
export function takeNotices(take: (notice: Notice) => void): () => void {
  const takeAll = () => {
    for (const notice of waiting.splice(0)) take(notice);
  };
  takeAll();
  return listenForNotices(takeAll);
}
