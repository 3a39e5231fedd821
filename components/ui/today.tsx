"use client";

import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { nzDay, saidTime, type TimeLength } from "@/components/ui/said-time";

/** How often a page looks whether another day has begun. */
const LOOK_MS = 30_000;

const Day = createContext<string | null>(null);

/**
 * Tells the page below it New Zealand's date. The server's clock counts: a browser draws the same as the server
 * did, and one whose clock is wrong says no other day.
 * @param nowMs the server's time, in milliseconds since 1970.
 */
export function Today({ nowMs, children }: { nowMs: number; children: ReactNode }) {
  const [day, setDay] = useState(() => nzDay(new Date(nowMs)));
  useEffect(() => {
    const aheadMs = nowMs - Date.now();
    const look = () => setDay(nzDay(new Date(Date.now() + aheadMs)));
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [nowMs]);
  return <Day value={day}>{children}</Day>;
}

/** New Zealand's date, `YYYY-MM-DD`. Null on pages that do not know it. */
export function useToday(): string | null {
  return useContext(Day);
}

/** Says instants as people say them, for texts; a page that does not know the day has them as they are written. */
export function useSaidTime(): (at: string, length?: TimeLength) => string {
  const today = useToday();
  return (at, length) => (today === null ? at : saidTime(at, today, length));
}
