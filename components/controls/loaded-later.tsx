"use client";

import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { OutdatedPage } from "@/components/controls/outdated-page";

/** How long to wait before code that did not come is asked for again, in milliseconds. */
const RETRY_MS = 2_000;

/** How often a server that answers may fail to have the code. After a new build it has none of the old one. */
const MAX_MISSING = 3;

/** Whether the server answers at all. */
function isServerThere(): Promise<boolean> {
  return fetch("/healthz", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/**
 * Loads code, for as long as it takes while the server is away.
 * @returns null where the server answers, and does not have it.
 */
export async function loadPatiently<Code>(
  load: () => Promise<Code>,
  isThere: () => Promise<boolean> = isServerThere,
): Promise<Code | null> {
  for (let missing = 0; ; ) {
    try {
      return await load();
    } catch {
      if (await isThere()) missing++;
    }
    if (missing === MAX_MISSING) return null;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/**
 * A part of a page that is rarely shown, such as a dialog: its code is loaded when it is first shown. While the
 * server is away it is asked for again, and the page stays. Where the server has only that of a newer build, the page
 * says that it is out of date.
 */
export function loadedLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const Part = lazy(async () => ({
    default: (await loadPatiently(load)) ?? OutdatedPage,
  })) as unknown as ComponentType<Props>;
  return function LoadedLater(props) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  };
}
