"use client";

import Link from "next/link";
import { useEffect, useRef } from "react";
import { Button } from "@/components/controls/button";
import { countOf, formatCount } from "@/components/ui/count";
import { Money } from "@/components/ui/money";
import { Panel } from "@/components/ui/panel";
import { inSentence, saidClock } from "@/components/ui/said-time";
import { useSaidTime } from "@/components/ui/today";
import type { SendSummary } from "@/lib/contracts/members/send";

/** Draws the result of a send, and links to its messages. */
export function SendResult({ summary, onAgain }: { summary: SendSummary; onAgain: (kept?: "all") => void }) {
  const say = useSaidTime();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    scrollTo({ top: 0 });
  }, []);
  const { sandbox, sender, parts, mostParts, price, failures, failed } = summary;
  return (
    <Panel>
      <h2 ref={heading} tabIndex={-1} className="text-lg font-medium outline-none">
        {titleOf(summary, say)}
      </h2>
      {sender === null ? null : (
        <p className="mt-1 text-muted">
          {sandbox ? "Would cost" : "Cost"} <Money amount={price} /> incl. GST,{" "}
          {mostParts > parts ? `${formatCount(parts)} to ` : ""}
          {countOf(mostParts, "part")} per message, from {sender}.
        </p>
      )}
      <ul className="mt-4 flex flex-col gap-2">
        {linesOf(summary, say).map((line) => (
          <li key={line.title} className="flex flex-col gap-0.5 border-l-2 border-line pl-3">
            <span className="font-medium tabular-nums">
              {formatCount(line.many)} {line.title}
            </span>
            {line.text ? <span className="text-sm text-muted">{line.text}</span> : null}
          </li>
        ))}
      </ul>
      {failures.length > 0 ? (
        <ul className="mt-3 flex max-h-64 flex-col gap-1 overflow-y-auto rounded-lg bg-page p-3 text-sm">
          {failures.map(({ to, message }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a recipient may be wrong twice; the list does not change.
            <li key={index} className="break-words">
              {message || to}
            </li>
          ))}
          {failed > failures.length ? (
            <li className="text-muted">and {formatCount(failed - failures.length)} more</li>
          ) : null}
        </ul>
      ) : null}
      <div className="mt-6 flex flex-wrap gap-3">
        {sandbox ? (
          <Button onPress={() => onAgain("all")}>Back to message</Button>
        ) : (
          <>
            <Button onPress={() => onAgain()}>Write another</Button>
            <Link className="button button--outline" href={messagesAddress(summary)}>
              {summary.messageId ? "View message" : summary.sendId ? "View send" : "View messages"}
            </Link>
          </>
        )}
      </div>
    </Panel>
  );
}

function titleOf(summary: SendSummary, say: Say): string {
  const { sandbox, accepted, queued, held, total, scheduledFor, localTime, goesOut } = summary;
  if (sandbox) return "This was a test: nothing was sent or billed";
  const taken = accepted + queued + held;
  if (taken === 0) return "Nothing was sent";
  if (accepted === 0 && queued === 0) return total === 1 ? "Your message is held" : "Your messages are held";
  if (scheduledFor !== null && goesOut === null) {
    const zone = localTime ? " in each recipient’s time zone" : "";
    return `Scheduled for ${inSentence(say(scheduledFor, "long"))}${zone}`;
  }
  if (goesOut !== null && accepted === 0) return `Scheduled for ${inSentence(say(goesOut.first, "long"))}`;
  if (accepted === 0 && held === 0) return "Queued until morning";
  return taken === 1 ? "Your message is on its way" : `${formatCount(taken)} messages are on their way`;
}

type Say = ReturnType<typeof useSaidTime>;
type Line = { many: number; title: string; text?: string };

function linesOf(summary: SendSummary, say: Say): Line[] {
  const { sandbox, accepted, queued, held, optedOut, cannotReceive, failed, heldDomains, leftOut } = summary;
  const lines: Line[] = [
    { many: accepted, title: sandbox ? "would be sent" : "accepted" },
    {
      many: queued,
      title: isScheduled(summary) ? "scheduled" : "queued overnight",
      text: waitOf(summary, say),
    },
    { many: held, title: "held", text: `Link not approved: ${heldDomains.join(", ")}.` },
    { many: optedOut, title: "opted out", text: "Charged, but not sent." },
    {
      many: cannotReceive,
      title: "can’t receive texts",
      text: "Charged, but not sent: not a valid mobile number.",
    },
    { many: leftOut, title: "left out", text: "Opted out. Not sent or charged." },
    { many: failed, title: "invalid", text: "Not sent or charged." },
  ];
  return lines.filter(({ many }) => many > 0);
}

function isScheduled({ scheduledFor, goesOut }: SendSummary): boolean {
  return scheduledFor !== null || goesOut !== null;
}

/** Formats the reason and the end of the wait of queued messages. */
function waitOf(summary: SendSummary, say: Say): string {
  const { sandbox, queuedUntil, goesOut } = summary;
  const last =
    goesOut && `The last is scheduled for ${inSentence(say(goesOut.last, "long"))}, New Zealand time.`;
  const night = queuedUntil && `Messages to New Zealand numbers are sent at ${saidClock(queuedUntil)}.`;
  const change = isScheduled(summary) && !sandbox ? "You can cancel until then." : null;
  return [last, night, change].filter((sentence) => sentence !== null).join(" ");
}

/** Returns the address of the message, or of this send's page. */
function messagesAddress({ messageId, sendId }: SendSummary): string {
  if (messageId) return `/messages/${messageId}`;
  return sendId === null ? "/messages" : `/sends/${sendId}`;
}
