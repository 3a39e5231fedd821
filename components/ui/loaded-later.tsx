"use client";

import { type ComponentType, lazy, type ReactNode, Suspense } from "react";

/** How long to wait before a server that does not answer is asked again, in milliseconds. */
const RETRY_MS = 2_000;

/**
 * A part of a page that is rarely shown, such as a dialog: its code is loaded when it is first shown. While the
 * server is away it is asked for again, and the page stays.
 */
export function loadedLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const again = (): Promise<ComponentType<Props>> =>
    load().catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      return again();
    });
  const Part = lazy(async () => ({ default: await again() })) as unknown as ComponentType<Props>;
  return function LoadedLater(props) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  };
}
