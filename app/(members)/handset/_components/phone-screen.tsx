"use client";

import Link from "next/link";
import { useLayoutEffect, useRef } from "react";
import { EmptyState } from "@/components/ui/states";
import type { HandsetText } from "@/lib/contracts/members/handset";

/** So near its end, the screen is being followed. */
const NEAR_END_PX = 40;

/** The texts on a phone, the oldest on top. It follows what arrives unless somebody has scrolled up to read. */
export function PhoneScreen({ number, texts }: { number: string; texts: readonly HandsetText[] }) {
  const log = useRef<HTMLDivElement>(null);
  const isFollowed = useRef(true);
  const newest = texts[0]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is what there is to scroll to.
  useLayoutEffect(() => {
    if (isFollowed.current && log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [newest]);
  return (
    <div
      ref={log}
      role="log"
      aria-label="Texts on this phone"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must do so by keyboard.
      tabIndex={0}
      className="flex-1 overflow-y-auto bg-page px-4 py-5"
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isFollowed.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
      }}
    >
      {texts.length === 0 ? (
        <EmptyState title="Nothing on this phone yet">
          <Link
            href={`/send?to=${encodeURIComponent(number)}`}
            className="font-medium text-accent underline-offset-4 hover:underline"
          >
            Send it a message
          </Link>
          : it arrives here within a second or two, and you can answer it.
        </EmptyState>
      ) : (
        <ol className="flex flex-col gap-4">
          {texts.toReversed().map((text) => (
            <Bubble key={text.id} text={text} />
          ))}
        </ol>
      )}
    </div>
  );
}

/** On a phone it is the other way round: what it got is on the left, what it wrote on the right. */
function Bubble({ text: { direction, shortcode, text, at } }: { text: HandsetText }) {
  const isSent = direction === "sent";
  return (
    <li className={`flex max-w-[85%] flex-col gap-1 ${isSent ? "ml-auto items-end" : "items-start"}`}>
      <p
        className={`max-w-full rounded-2xl px-4 py-2.5 break-words whitespace-pre-wrap ${isSent ? "rounded-br-sm bg-accent/12" : "rounded-bl-sm border border-line bg-panel"}`}
      >
        {text}
      </p>
      <p className="text-xs text-muted tabular-nums">
        {isSent ? "To" : "From"} {shortcode}, <time>{at}</time>
      </p>
    </li>
  );
}
