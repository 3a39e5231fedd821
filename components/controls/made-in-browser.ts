import { useState, useSyncExternalStore } from "react";

const never = () => () => {};

/** Returns whether a component is made in the browser, and not with the page that the server rendered. */
export function useMadeInBrowser(): boolean {
  const isNow = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const [wasFirst] = useState(isNow);
  return wasFirst;
}
