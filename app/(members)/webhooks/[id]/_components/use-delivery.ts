"use client";

import { useEffect, useState } from "react";
import { useMember } from "@/components/members/use-member";
import { readDelivery } from "@/lib/contracts/generated/members/webhooks";

const REFRESH_MS = 10_000;

/** How often an expected answer is looked for, and for how long: a receiver has ten seconds. */
const AWAITED_REFRESH_MS = 500;
const MAX_AWAITED_MS = 15_000;

/**
 * A delivery, read again now and then. After it was sent again, it is read at short intervals until the
 * answer is there.
 */
export function useDelivery(id: string) {
  /** How many attempts had ended when another was asked for. */
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
