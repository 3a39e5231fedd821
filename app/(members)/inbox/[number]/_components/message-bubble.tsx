import { isSending } from "@/app/(members)/inbox/[number]/_components/sending";
import { MessageStateChip } from "@/components/members/message-state";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { NearLink } from "@/components/ui/near-link";
import { inSentence } from "@/components/ui/said-time";
import { Time } from "@/components/ui/time";
import { useSaidTime } from "@/components/ui/today";
import { webhookOutcome } from "@/components/words/webhook-outcome";
import type { ConversationMessage, RuleOutcome, WebhookAnswer } from "@/lib/contracts/members/inbox";

/** Draws a message: received ones on the left, the account's on the right. */
export function MessageBubble({ message }: { message: ConversationMessage }) {
  const isOut = message.direction === "out";
  return (
    <li
      className={`flex max-w-[85%] flex-col gap-1 sm:max-w-[70%] ${isOut ? "items-end self-end" : "self-start"}`}
    >
      <p
        className={`rounded-2xl px-4 py-2.5 break-words whitespace-pre-wrap ${isOut ? "rounded-br-sm bg-accent/12" : "rounded-bl-sm border border-line bg-page"}`}
      >
        <span className="sr-only">{isOut ? "You: " : "They: "}</span>
        {message.text}
      </p>
      <p
        className={`flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted ${isOut ? "justify-end" : ""}`}
      >
        {isSending(message.id) ? "Sending…" : <Time isLong at={message.at} />}
        <span>
          {isOut ? "from" : "to"} {message.shortcode}
        </span>
        {isOut && message.autoReply !== null ? (
          <NearLink href="/auto-replies" className={LINK_IN_TEXT}>
            Auto reply: {message.autoReply}
          </NearLink>
        ) : null}
        {isOut && !isSending(message.id) ? (
          <NearLink href={`/messages/${message.id}`} aria-label="View message" className="finger">
            <MessageStateChip state={message.state} />
          </NearLink>
        ) : null}
      </p>
      {isOut ? null : <Answer webhook={message.webhook} />}
      {isOut || message.done === null ? null : <RuleActions done={message.done} />}
    </li>
  );
}

/** Draws an auto reply's actions on the message, on one line. */
function RuleActions({ done }: { done: RuleOutcome }) {
  const { rule, emailed, sentTo, addedTo, removedFrom, tagged, note, isWaiting } = done;
  const actions = [
    ...(emailed ? ["emailed to you"] : []),
    ...(sentTo === null ? [] : [`queued for ${sentTo}`]),
    ...(addedTo === null ? [] : [`added to ${addedTo}`]),
    ...(removedFrom === null ? [] : [`removed from ${removedFrom}`]),
    ...(tagged === null ? [] : [`tagged ${tagged}`]),
    ...(isWaiting ? ["changes will follow soon"] : []),
  ];
  return (
    <p className="text-xs wrap-anywhere text-muted">
      <NearLink href="/auto-replies" className={LINK_IN_TEXT}>
        Auto reply: {rule}
      </NearLink>
      {actions.length === 0 ? null : ` · ${actions.join(", ")}`}
      {note === null ? null : ` · ${note}`}
    </p>
  );
}

/** Draws the webhook's response on one line, which unfolds. */
function Answer({ webhook }: { webhook: WebhookAnswer | null }) {
  const say = useSaidTime();
  if (webhook === null) return <p className="text-xs text-muted">No webhook was set.</p>;
  const { at, url, attempts, durationMs, response, error, nextAt } = webhook;
  const facts = [
    at === null
      ? null
      : `${say(at, "exact")}, attempt ${attempts}${durationMs === null ? "" : `, ${durationMs} ms`}`,
    url,
    error,
    nextAt === null ? null : `Next attempt: ${inSentence(say(nextAt, "long"))}`,
  ].filter((fact) => fact !== null);
  return (
    <details className="text-xs text-muted">
      <summary className={`cursor-pointer ${webhook.state === "failed" ? "text-danger" : ""}`}>
        {webhookOutcome(webhook)}
      </summary>
      <div className="mt-1 flex flex-col gap-1 break-all">
        {facts.map((fact) => (
          <p key={fact}>{fact}</p>
        ))}
        {response ? (
          <pre className="rounded-lg bg-page p-2 font-mono whitespace-pre-wrap">{response}</pre>
        ) : null}
      </div>
    </details>
  );
}
