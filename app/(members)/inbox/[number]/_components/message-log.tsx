"use client";

import Link from "next/link";
import { useLayoutEffect, useRef } from "react";
import { MessageBubble } from "@/app/(members)/inbox/[number]/_components/message-bubble";
import type { Conversation } from "@/lib/contracts/members/inbox";

/** So near its end, the log is being followed. */
const NEAR_END_PX = 40;

/**
 * The messages of a conversation, the oldest on top. It opens at its end and follows what comes in while it is there;
 * who has scrolled up to read stays where they are.
 */
export function MessageLog({
  read: { messages, newer, older },
  address,
  isNewest,
}: {
  read: Conversation;
  address: string;
  isNewest: boolean;
}) {
  const log = useRef<HTMLDivElement>(null);
  const isFollowed = useRef(true);
  const newest = messages[0]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message is what there is to scroll to.
  useLayoutEffect(() => {
    if (isFollowed.current && log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [newest]);
  return (
    <div
      ref={log}
      role="log"
      aria-label="Messages"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must do so by keyboard.
      tabIndex={0}
      className="-m-2 flex max-h-[60dvh] flex-col gap-4 overflow-y-auto p-2"
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isFollowed.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
      }}
    >
      {older === null ? null : <Turn href={`${address}?before=${older}`}>Older messages</Turn>}
      <ol className="flex flex-col gap-4">
        {messages.toReversed().map((message) => (
          <MessageBubble key={message.id} message={message} />
        ))}
      </ol>
      {newer === null ? null : <Turn href={`${address}?after=${newer}`}>Newer messages</Turn>}
      {isNewest ? null : <Turn href={address}>To the newest</Turn>}
    </div>
  );
}

function Turn({ href, children }: { href: string; children: string }) {
  return (
    <Link
      href={href}
      scroll={false}
      className="self-center text-sm font-medium text-accent underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  );
}
