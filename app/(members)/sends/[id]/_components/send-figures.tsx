import Link from "next/link";
import { messagesOf } from "@/app/(members)/sends/[id]/_components/messages-of";
import { formatCount } from "@/components/ui/count";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { Money } from "@/components/ui/money";
import { StackedFact } from "@/components/ui/stacked-fact";
import { MESSAGE_STATE_WORDS } from "@/components/words/message-states";
import { windowWords } from "@/components/words/weekdays";
import type { BulkSend } from "@/lib/contracts/members/messages";

/** Draws the number of a send's messages in each state, the replies to it, and its cost. */
export function SendFigures({ id, send }: { id: string; send: BulkSend }) {
  const { states, replied, optedOut, price, refunded, window } = send;
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-4 text-sm sm:grid-cols-4">
      {states.map(({ state, count }) => (
        <StackedFact key={state} name={MESSAGE_STATE_WORDS[state]}>
          <Messages href={messagesOf(id, { status: state })} count={count} />
        </StackedFact>
      ))}
      <StackedFact name="Replied">
        <Messages href={messagesOf(id, { outcome: "replied" })} count={replied} />
      </StackedFact>
      <StackedFact name="Opt-outs">
        <Messages href={messagesOf(id, { outcome: "opted_out" })} count={optedOut} />
      </StackedFact>
      <StackedFact name="Price incl. GST">
        <Money amount={price} />
      </StackedFact>
      {Number(refunded) === 0 ? null : (
        <StackedFact name="Refunded">
          <Money amount={refunded} />
        </StackedFact>
      )}
      {window === null ? null : <StackedFact name="Delivery hours">{windowWords(window)}</StackedFact>}
    </dl>
  );
}

/** Draws a count, which links to the messages if there are any. */
function Messages({ href, count }: { href: string; count: number }) {
  if (count === 0) return "0";
  return (
    <Link href={href} className={`finger ${LINK_IN_TEXT}`}>
      {formatCount(count)}
    </Link>
  );
}
