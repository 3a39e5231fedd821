import { useCallback, useSyncExternalStore } from "react";

const CHANGED = "kept-in-browser";

/**
 * A text that this browser keeps under a name. The server, and a browser that keeps nothing, have none.
 * @param name null: nothing is kept.
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
        // A browser that keeps nothing.
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
