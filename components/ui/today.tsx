"use client";

import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { nzDay, saidTime, type TimeLength } from "@/components/ui/said-time";

/** The interval between checks for a new day, in milliseconds. */
const LOOK_MS = 30_000;

const Day = createContext<string | null>(null);

/**
 * Provides the components below it with New Zealand's date. The server's clock decides: the browser renders
 * the same as the server, even if the browser's clock is wrong.
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

/** Returns New Zealand's date, `YYYY-MM-DD`. Null on pages that do not know it. */
export function useToday(): string | null {
  return useContext(Day);
}

/**
 * Returns a function that formats times in words. On a page that does not know the day, times keep the API's
 * form.
 */
export function useSaidTime(): (at: string, length?: TimeLength) => string {
  const today = useToday();
  return (at, length) => (today === null ? at : saidTime(at, today, length));
}
