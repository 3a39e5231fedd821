"use client";

import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { useMadeInBrowser } from "@/components/controls/made-in-browser";
import { OutdatedPage } from "@/components/controls/outdated-page";

/** The wait before a failed load of code is retried, in milliseconds. */
const RETRY_MS = 2_000;

/**
 * The number of failed loads allowed while the server responds. A server with a new build lacks all code of
 * the old build.
 */
const MAX_MISSING = 3;

/**
 * The number of loads that retry because no server responds, and the listeners for changes of that number.
 */
let awaited = 0;
const listeners = new Set<() => void>();

function noteAwaited(change: 1 | -1): void {
  awaited += change;
  for (const listener of listeners) listener();
}

function subscribeToAwaited(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns true while an opened part waits for its code and no server responds. */
export function useIsCodeAwaited(): boolean {
  return useSyncExternalStore(
    subscribeToAwaited,
    () => awaited > 0,
    () => false,
  );
}

/** Returns true if the server responds. */
function isServerThere(): Promise<boolean> {
  return fetch("/healthz", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/**
 * Loads code. Retries for as long as the server is away; `useIsCodeAwaited` returns true meanwhile.
 * @returns null if the server responds but lacks the code.
 */
export async function loadPatiently<Code>(
  load: () => Promise<Code>,
  isThere: () => Promise<boolean> = isServerThere,
): Promise<Code | null> {
  let isAwaited = false;
  const tell = (isAway: boolean) => {
    if (isAway !== isAwaited) noteAwaited(isAway ? 1 : -1);
    isAwaited = isAway;
  };
  try {
    for (let missing = 0; ; ) {
      try {
        return await load();
      } catch {
        const isAnswered = await isThere();
        tell(!isAnswered);
        if (isAnswered) missing++;
      }
      if (missing === MAX_MISSING) return null;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  } finally {
    tell(false);
  }
}

/**
 * Creates a component for a rarely shown part of a page, such as a dialog. Its code is loaded when it is
 * first shown. While the server is away, the load is retried and the page stays. If the server only has the
 * code of a newer build, the page says that it is out of date. Use React's `lazy` for a part that comes with
 * the page. React shows a `lazy` part at least 300 ms after its placeholder. A part that a reader opens
 * has no such delay here.
 */
export function loadedLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const loadOnce = () => {
    loading ??= loadPatiently(load).then((part) => {
      loaded = part ?? OutdatedPage;
      return loaded;
    });
    return loading;
  };
  const Part = lazy(async () => ({ default: await loadOnce() })) as unknown as ComponentType<Props>;
  return function LoadedLater(props) {
    const isAskedFor = useMadeInBrowser();
    const [Shown, setShown] = useState(() => loaded);
    useEffect(() => {
      if (isAskedFor) void loadOnce().then((part) => setShown(() => part));
    }, [isAskedFor]);
    // The element must be the same in each render. Otherwise React discards the server's HTML before the code
    // is loaded.
    const ofPage = useMemo(
      () => (
        <Suspense fallback={null}>
          <Part {...props} />
        </Suspense>
      ),
      [props],
    );
    if (!isAskedFor) return ofPage;
    return Shown ? <Shown {...props} /> : null;
  };
}
