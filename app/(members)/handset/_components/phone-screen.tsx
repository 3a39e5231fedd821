"use client";

import Link from "next/link";
import { FollowedLog } from "@/components/lists/followed-log";
import { LINK } from "@/components/ui/link-styles";
import { EmptyState } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import type { HandsetText } from "@/lib/contracts/members/handset";

/**
 * Draws the texts on a handset, the oldest on top. It follows new texts unless the reader has scrolled up.
 */
export function PhoneScreen({ number, texts }: { number: string; texts: readonly HandsetText[] }) {
  return (
    <FollowedLog label="Texts on this phone" newest={texts[0]?.id} className="flex-1 bg-page px-4 py-5">
      {texts.length === 0 ? (
        <EmptyState title="No messages yet">
          <Link href={`/send?to=${encodeURIComponent(number)}`} className={LINK}>
            Send a message
          </Link>
          . It arrives here within seconds, and you can reply.
        </EmptyState>
      ) : (
        <ol className="flex flex-col gap-4">
          {texts.toReversed().map((text) => (
            <Bubble key={text.id} text={text} />
          ))}
        </ol>
      )}
    </FollowedLog>
  );
}

/**
 * Draws a text. A handset shows received texts on the left and written ones on the right, opposite to the
 * account's pages.
 */
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
        {isSent ? "To" : "From"} {shortcode}, <Time isLong at={at} />
      </p>
    </li>
  );
}
