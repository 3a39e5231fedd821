import Link from "next/link";
import { describeEvent, type EventWords } from "@/components/messages/describe-event";
import { LINK } from "@/components/ui/link-styles";
import { inSentence } from "@/components/ui/said-time";
import { Time } from "@/components/ui/time";
import { useSaidTime } from "@/components/ui/today";
import type { MessageEvent } from "@/lib/contracts/members/messages";

const DOTS = { good: "bg-success", bad: "bg-danger", waiting: "bg-warning", plain: "bg-muted" } as const;

/**
 * Draws the history of a message, sorted by time.
 * @param isOwn true if the reader is in the message's account. The entries then link to the account's pages.
 */
export function Timeline({
  events,
  to,
  isOwn = true,
}: {
  events: readonly MessageEvent[];
  to: string;
  isOwn?: boolean;
}) {
  const say = useSaidTime();
  const described = events.map((event) => ({
    event,
    words: describeEvent(event, (at) => inSentence(say(at, "long"))),
  }));
  return (
    <ol className="flex flex-col">
      {described.map(({ event, words }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events have no other identity, and are only added to.
        <li key={index} className="relative flex gap-4 pb-5 last:pb-0">
          {index < events.length - 1 ? (
            <span aria-hidden="true" className="absolute top-3 bottom-0 left-[5px] w-px bg-line" />
          ) : null}
          <span
            aria-hidden="true"
            className={`relative mt-1.5 size-[11px] shrink-0 rounded-full ${DOTS[words.tone]}`}
          />
          <Happened event={event} words={words} to={to} isOwn={isOwn} />
        </li>
      ))}
    </ol>
  );
}

function Happened({
  event,
  words: { title, details },
  to,
  isOwn,
}: {
  event: MessageEvent;
  words: EventWords;
  to: string;
  isOwn: boolean;
}) {
  return (
    <div className="min-w-0 flex-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-medium">{title}</p>
        <span className="text-sm text-muted">
          <Time isExact at={event.at} />
        </span>
      </div>
      {details.map((detail) => (
        <p key={detail} className="text-sm break-words text-muted">
          {detail}
        </p>
      ))}
      {isOwn && event.kind === "held" ? <More href="/domains">Approved domains</More> : null}
      {isOwn && event.kind === "reply" ? (
        <More href={`/inbox/${encodeURIComponent(to)}`}>View conversation</More>
      ) : null}
    </div>
  );
}

function More({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className={`${LINK} text-sm`}>
      {children}
    </Link>
  );
}
