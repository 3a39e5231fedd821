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

/** How long to wait before code that did not come is asked for again, in milliseconds. */
const RETRY_MS = 2_000;

/** How often a server that answers may fail to have the code. After a new build it has none of the old one. */
const MAX_MISSING = 3;

/** How many pieces of code are asked for again, since no server answers, and who wants to know when that changes. */
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

/** Whether something that was opened waits for its code, and no server answers. */
export function useIsCodeAwaited(): boolean {
  return useSyncExternalStore(
    subscribeToAwaited,
    () => awaited > 0,
    () => false,
  );
}

/** Whether the server answers at all. */
function isServerThere(): Promise<boolean> {
  return fetch("/healthz", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/**
 * Loads code, for as long as it takes while the server is away, which `useIsCodeAwaited` tells meanwhile.
 * @returns null where the server answers, and does not have it.
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
 * A part of a page that is rarely shown, such as a dialog: its code is loaded when it is first shown. While the
 * server is away it is asked for again, and the page stays. Where the server has only that of a newer build, the page
 * says that it is out of date.
 *
 * A part that comes with the page is React's `lazy`. React shows such a part no sooner than 300 ms after the place for it,
 * so that one that is asked for later waits for its code alone.
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
    // The same element again, so that what the server rendered is not thrown away before its code is there.
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
