import { useCallback, useSyncExternalStore } from "react";

const CHANGED = "kept-in-browser";

/**
 * Returns a text that this browser keeps under a name, and a function that changes it. The text is null on
 * the server and if the browser blocks storage.
 * @param name null to keep nothing.
 */
export function useKeptText(name: string | null): [text: string | null, keep: (text: string) => void] {
  const text = useSyncExternalStore(
    watch,
    () => (name === null ? null : read(name)),
    () => null,
  );
  const keep = useCallback(
    (next: string) => {
      if (name === null) return;
      try {
        localStorage.setItem(name, next);
      } catch {
        // The browser blocks storage.
      }
      dispatchEvent(new Event(CHANGED));
    },
    [name],
  );
  return [text, keep];
}

function watch(onChange: () => void): () => void {
  addEventListener(CHANGED, onChange);
  addEventListener("storage", onChange);
  return () => {
    removeEventListener(CHANGED, onChange);
    removeEventListener("storage", onChange);
  };
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
