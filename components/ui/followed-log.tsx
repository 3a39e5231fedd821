"use client";

import { type ReactNode, useLayoutEffect, useRef } from "react";

/** So near its end, the log is being followed. */
const NEAR_END_PX = 40;

/**
 * What is added to at its end, in a frame that scrolls. It opens at its end and follows what comes in while it is
 * there; who has scrolled up to read stays where they are.
 * @param newest what the latest entry is known by.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry is what there is to scroll to.
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
