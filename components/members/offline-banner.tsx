"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useOffline } from "next/offline";
import { useCallback, useSyncExternalStore } from "react";
import { isUnreachable } from "@/components/members/request";

/**
 * Says that the server cannot be reached, for as long as that is so. The page keeps what it shows, and
 * repeats its requests by itself.
 */
export function OfflineBanner() {
  const isNavigationOffline = useOffline();
  const isReadOffline = useUnansweredReads();
  return (
    <div role="status">
      {isNavigationOffline || isReadOffline ? (
        <p className="fixed inset-x-0 bottom-14 z-20 border-t border-line bg-panel px-4 py-3 text-center text-sm font-medium lg:bottom-0">
          Can’t reach the server. This page reconnects automatically.
        </p>
      ) : null}
    </div>
  );
}

/** Whether a read waits for the connection, or for a server that does not answer. */
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
