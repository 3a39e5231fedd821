"use client";

import { useEffect, useState } from "react";
import { useMember } from "@/components/members/use-member";
import { readDelivery } from "@/lib/contracts/generated/members/webhooks";

const REFRESH_MS = 10_000;

/**
 * The interval between reads for an expected response, and the time after which they end, in milliseconds. A
 * receiver has ten seconds.
 */
const AWAITED_REFRESH_MS = 500;
const MAX_AWAITED_MS = 15_000;

/**
 * Reads a delivery repeatedly. After the reader sends it again, reads are frequent until the response
 * arrives.
 */
export function useDelivery(id: string) {
  /** The number of ended attempts when the reader requested another one. */
  const [endedBefore, setEndedBefore] = useState<number | null>(null);
  const refetchIntervalMs = endedBefore === null ? REFRESH_MS : AWAITED_REFRESH_MS;
  const delivery = useMember(readDelivery, { id }, { refetchIntervalMs });
  const ended = delivery.data?.ended ?? 0;
  const isAwaited = endedBefore !== null && ended <= endedBefore;
  useEffect(() => {
    if (endedBefore === null) return;
    const timer = setTimeout(() => setEndedBefore(null), isAwaited ? MAX_AWAITED_MS : 0);
    return () => clearTimeout(timer);
  }, [endedBefore, isAwaited]);
  return { delivery, isAwaited, awaitAttempt: () => setEndedBefore(ended) };
}
