"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/controls/button";
import { Chip } from "@/components/controls/chip";
import { MESSAGE_STATE_WORDS } from "@/components/words/message-states";
import type { BulkSendResponse } from "@/lib/contracts/gateway/send";
import { showNumber } from "@/lib/mail-addin/find-numbers";

type Entry = BulkSendResponse["messages"][number];
type Outcome = { title: string; color: "success" | "accent" | "warning" | "danger"; reason?: string };

/** Draws the result for each recipient. */
export function SentList({ sent, onAgain }: { sent: BulkSendResponse; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    scrollTo({ top: 0 });
  }, []);
  return (
    <section className="flex flex-col gap-4" aria-labelledby="sent">
      <h2 id="sent" ref={heading} tabIndex={-1} className="text-lg font-medium outline-none">
        {titleOf(sent)}
      </h2>
      <ul className="flex flex-col divide-y divide-line rounded-xl border border-line bg-panel px-3">
        {sent.messages.map((entry, index) => {
          const { title, color, reason } = outcomeOf(entry);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a recipient may be there twice; the list does not change.
            <li key={index} className="py-2.5 text-sm">
              <span className="flex flex-wrap items-center justify-between gap-2">
                <span className="min-w-0 break-words tabular-nums">{showNumber(entry.to)}</span>
                <Chip color={color} className="whitespace-nowrap">
                  {title}
                </Chip>
              </span>
              {reason ? <span className="mt-1 block break-words text-muted">{reason}</span> : null}
            </li>
          );
        })}
      </ul>
      <Button fullWidth onPress={onAgain}>
        Write another
      </Button>
    </section>
  );
}

function titleOf({ messages, summary: { sent } }: BulkSendResponse): string {
  if (sent === 0) return "Nothing was sent";
  const taken = messages.filter((entry) => entry.success);
  if (taken.every(({ status }) => status === "held"))
    return sent === 1 ? "Your text is held" : "Your texts are held";
  if (taken.every(({ status }) => status === "queued")) return "Queued until morning";
  return sent === 1 ? "Your text is on its way" : `${sent} texts are on their way`;
}

function outcomeOf(entry: Entry): Outcome {
  if (!entry.success) {
    return { title: "Not sent", color: "danger", reason: entry.message || entry.error };
  }
  if (entry.status === "held") {
    const domains = (entry.held_domains ?? []).join(", ");
    const reason = `Sent once the linked domain is approved${domains && `: ${domains}`}.`;
    return { title: MESSAGE_STATE_WORDS.HELD, color: "warning", reason };
  }
  if (entry.status === "queued") {
    const reason = entry.queue_message;
    return { title: MESSAGE_STATE_WORDS.NIGHT, color: "accent", ...(reason ? { reason } : {}) };
  }
  return { title: "Accepted", color: "success" };
}
