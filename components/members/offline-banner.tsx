"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useOffline } from "next/offline";
import { useCallback, useSyncExternalStore } from "react";
import { useIsCodeAwaited } from "@/components/controls/loaded-later";
import { Unreachable } from "@/components/controls/unreachable";
import { isUnreachable } from "@/components/members/request";

/**
 * Says that the server cannot be reached, while that is so. The page keeps its data and retries its requests
 * by itself.
 */
export function OfflineBanner() {
  const isNavigationOffline = useOffline();
  const isReadOffline = useUnansweredReads();
  const isCodeAwaited = useIsCodeAwaited();
  return <Unreachable isSo={isNavigationOffline || isReadOffline || isCodeAwaited} />;
}

/** Returns true while a read waits for the connection, or for a server that does not respond. */
function useUnansweredReads(): boolean {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(onChange), [cache]);
  const look = () =>
    cache
      .getAll()
      .some(
        (query) =>
          query.isActive() &&
          (query.state.fetchStatus === "paused" || isUnreachable(query.state.fetchFailureReason)),
      );
  return useSyncExternalStore(subscribe, look, () => false);
}
