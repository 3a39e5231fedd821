"use client";

import type { ReactNode } from "react";
import { inSentence, saidDate, saidTime } from "@/components/ui/said-time";
import { useToday } from "@/components/ui/today";

/**
 * Draws a time in words, with the exact time on hover and when copied.
 * @param at in the API's form.
 * @param none shown if there is no time.
 * @param isLong true if the time of day follows a date.
 * @param isExact true if the seconds are shown: a phone cannot hover.
 * @param isDate true if the full date is always shown, because the page may be printed.
 * @param isInSentence true if it is within a sentence, where a day has no capital.
 */
export function Time({
  at,
  none = null,
  isLong = false,
  isExact = false,
  isDate = false,
  isInSentence = false,
}: {
  at: string | null | undefined;
  none?: ReactNode;
  isLong?: boolean;
  isExact?: boolean;
  isDate?: boolean;
  isInSentence?: boolean;
}) {
  const today = useToday();
  if (!at) return none;
  const length = isExact ? "exact" : isLong ? "long" : "short";
  const said = isDate ? saidDate(at) : today === null ? at : saidTime(at, today, length);
  return (
    <time
      dateTime={at}
      title={`${at} NZ time`}
      data-copied-as={at}
      className="whitespace-nowrap tabular-nums"
    >
      {isInSentence ? inSentence(said) : said}
    </time>
  );
}
