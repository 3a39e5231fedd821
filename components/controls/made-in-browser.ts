import { useState, useSyncExternalStore } from "react";

const never = () => () => {};

/** Returns whether the browser created a component, instead of the server that rendered the page. */
export function useMadeInBrowser(): boolean {
  const isNow = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const [wasFirst] = useState(isNow);
  return wasFirst;
}
