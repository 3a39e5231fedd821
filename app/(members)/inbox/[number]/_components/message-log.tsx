"use client";

import Link from "next/link";
import { MessageBubble } from "@/app/(members)/inbox/[number]/_components/message-bubble";
import { FollowedLog } from "@/components/lists/followed-log";
import type { Conversation } from "@/lib/contracts/members/inbox";

/** Draws the messages of a conversation, the oldest on top, with links to earlier and later ones. */
export function MessageLog({
  read: { messages, newer, older },
  address,
  isNewest,
}: {
  read: Conversation;
  address: string;
  isNewest: boolean;
}) {
  return (
    <FollowedLog
      label="Messages"
      newest={messages[0]?.id}
      className="-m-2 flex max-h-[60dvh] flex-col gap-4 p-2"
    >
      {older === null ? null : <Turn href={`${address}?before=${older}`}>Older messages</Turn>}
      <ol className="flex flex-col gap-4">
        {messages.toReversed().map((message) => (
          <MessageBubble key={message.id} message={message} />
        ))}
      </ol>
      {newer === null ? null : <Turn href={`${address}?after=${newer}`}>Newer messages</Turn>}
      {isNewest ? null : <Turn href={address}>Newest</Turn>}
    </FollowedLog>
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
