"use client";

import type { ReactNode } from "react";
import { inSentence, saidDate, saidTime } from "@/components/ui/said-time";
import { useToday } from "@/components/ui/today";

/**
 * An instant as people say it, with the exact one on hover and when copied.
 * @param at as the API writes it.
 * @param none shown where there is no instant.
 * @param isLong whether the time of day follows a date.
 * @param isExact whether its seconds are said, which a phone cannot show by hovering.
 * @param isDate whether its date is said whatever day it is, since it may be printed.
 * @param isInSentence whether it stands within a sentence, where a day has no capital.
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
