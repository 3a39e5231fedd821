"use client";

import { useRef } from "react";
import { Chip } from "@/components/controls/chip";
import { useRowKeys } from "@/components/lists/table/use-row-keys";
import { NearLink } from "@/components/ui/near-link";
import { PhoneNumber } from "@/components/ui/phone-number";
import { Time } from "@/components/ui/time";
import type { ConversationRecord } from "@/lib/contracts/members/inbox";

/**
 * Draws conversations as links. Unanswered conversations stand out.
 * @param count the number of conversations on all pages, in words, above the list.
 */
export function ConversationList({ rows, count }: { rows: readonly ConversationRecord[]; count: string }) {
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  return (
    <>
      <p className="mb-1 text-sm text-muted tabular-nums">{count}</p>
      <ul ref={list} className="-mx-2 flex flex-col">
        {rows.map((conversation) => (
          <li key={conversation.number} className="border-b border-line last:border-0">
            <Conversation conversation={conversation} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Conversation({ conversation }: { conversation: ConversationRecord }) {
  const { number, network, text, at, answered, blocked, tags } = conversation;
  const waits = !answered && !blocked;
  return (
    <NearLink
      data-row-link=""
      href={`/inbox/${encodeURIComponent(number)}`}
      className="flex flex-col gap-1 rounded-lg px-2 py-3 hover:bg-page"
    >
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <span className={`${waits ? "font-semibold" : "font-medium"}`}>
            <PhoneNumber number={number} />
          </span>
          {network === null ? null : <span className="text-sm text-muted">{network}</span>}
        </span>
        <span className="text-sm text-muted">
          <Time at={at} />
        </span>
      </span>
      <span className="flex items-start justify-between gap-4">
        <span className={`line-clamp-2 min-w-0 text-sm break-words ${waits ? "text-ink" : "text-muted"}`}>
          {text}
        </span>
        {blocked ? (
          <Chip className="shrink-0" color="warning">
            Opted out
          </Chip>
        ) : null}
        {waits ? (
          <Chip className="shrink-0" color="accent">
            Unanswered
          </Chip>
        ) : null}
      </span>
      {tags.length === 0 ? null : (
        <span className="flex flex-wrap gap-1">
          <span className="sr-only">Tags: </span>
          {tags.map((tag) => (
            <Chip key={tag} className="max-w-full">
              <span className="chip__label truncate">{tag}</span>
            </Chip>
          ))}
        </span>
      )}
    </NearLink>
  );
}
