import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { countOf } from "@/components/ui/count";
import { Panel } from "@/components/ui/panel";
import { PhoneNumber } from "@/components/ui/phone-number";
import { Time } from "@/components/ui/time";
import { SEND_TYPE_WORDS } from "@/components/words/send-types";
import type { MessageDetails } from "@/lib/contracts/members/messages";
import { formatMoney } from "@/lib/money";

type Message = MessageDetails["message"];

/**
 * Draws the facts of a message besides its history.
 * @param children further facts, as `Fact`.
 */
export function MessageFacts({ message, children }: { message: Message; children?: ReactNode }) {
  return (
    <Panel title="Details">
      <dl className="flex flex-col gap-3 text-sm">
        <div className="relative flex flex-col gap-1">
          <dt className="flex h-11 items-center text-muted sm:h-8">Message ID</dt>
          <dd>
            <code className="block font-mono text-xs break-all">{message.id}</code>
            <span className="absolute top-0 right-0">
              <CopyButton text={message.id} />
            </span>
          </dd>
        </div>
        {message.ownId === null ? null : <Fact name="Reference">{message.ownId}</Fact>}
        <Fact name="From">{message.from}</Fact>
        <Fact name="To">
          <PhoneNumber number={message.to} />
        </Fact>
        <Fact name="Accepted">
          <Time isExact at={message.acceptedAt} />
        </Fact>
        {message.sendAt === null ? null : (
          <Fact name="Scheduled for">
            <Time isExact at={message.sendAt} />
          </Fact>
        )}
        <Fact name="Type">
          {SEND_TYPE_WORDS[message.sendType]}, {message.messageClass}
        </Fact>
        <Fact name="Length">
          {countOf(message.parts, "part")}, {message.encoding}
        </Fact>
        <Fact name="Rate code">{message.rateCode ?? "None"}</Fact>
        {children}
      </dl>
      <Price price={message.price} />
    </Panel>
  );
}

function Price({ price }: { price: Message["price"] }) {
  if (price === null) return null;
  const { net, gst, total, givenBackAt } = price;
  return (
    <dl className="mt-4 flex flex-col gap-1.5 border-t border-line pt-4 text-sm">
      <Fact name="Price in NZ$, excl. GST">{formatMoney(net)}</Fact>
      <Fact name="GST">{formatMoney(gst)}</Fact>
      <Fact name="Price in NZ$, incl. GST">
        <span className={givenBackAt === null ? "font-medium" : "text-muted line-through"}>
          {formatMoney(total)}
        </span>
      </Fact>
      {givenBackAt === null ? null : (
        <Fact name="Refunded">
          <Time isExact at={givenBackAt} />
        </Fact>
      )}
    </dl>
  );
}

/** Draws a name and its value, as an entry of a `dl`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 text-right break-words tabular-nums">{children}</dd>
    </div>
  );
}
