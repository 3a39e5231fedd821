"use client";

import { type ReactNode, useLayoutEffect, useRef } from "react";

/** The largest distance from the end at which a log counts as followed, in pixels. */
const NEAR_END_PX = 40;

/**
 * Draws a log in a frame that scrolls. It opens at its end and follows new entries while it is there. If the
 * reader has scrolled up, it stays.
 * @param newest identifies the latest entry.
 */
export function FollowedLog({
  label,
  newest,
  className,
  children,
}: {
  label: string;
  newest: string | undefined;
  className: string;
  children: ReactNode;
}) {
  const log = useRef<HTMLDivElement>(null);
  const isFollowed = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new entry is the reason to scroll.
  useLayoutEffect(() => {
    if (isFollowed.current && log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [newest]);
  return (
    <div
      ref={log}
      role="log"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must do so by keyboard.
      tabIndex={0}
      className={`relative overflow-y-auto ${className}`}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isFollowed.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
      }}
    >
      {children}
    </div>
  );
}
