"use client";

import Link from "next/link";
import { useMember } from "@/components/members/use-member";
import { FailurePanel } from "@/components/messages/failure-panel";
import { Fact, MessageFacts } from "@/components/messages/message-facts";
import { MessageText } from "@/components/messages/message-text";
import { Timeline } from "@/components/messages/timeline";
import { BackLink } from "@/components/ui/back-link";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { PhoneNumber } from "@/components/ui/phone-number";
import { EmptyState, Loaded } from "@/components/ui/states";
import { readAnyMessage } from "@/lib/contracts/generated/admin/messages";
import { formatMoney } from "@/lib/money";

/** In milliseconds. Reports arrive within seconds, and an open page shows them. */
const REFRESH_MS = 5_000;

/** Draws a message of any account: its text, history and facts, its network and the network's cost. */
export function AnyMessage({ id }: { id: string }) {
  const details = useMember(readAnyMessage, { id }, { refetchIntervalMs: REFRESH_MS });
  const to = details.data?.message.to;
  const isMissing = !details.data && details.error?.code === "not_found";
  return (
    <>
      <BackLink href="/admin/messages">All messages</BackLink>
      <PageHeader
        title={
          to === undefined ? (
            "Message"
          ) : (
            <>
              To <PhoneNumber number={to} />
            </>
          )
        }
      />
      {isMissing ? (
        <Panel>
          <EmptyState title="Message not found">Check the message ID.</EmptyState>
        </Panel>
      ) : (
        <Loaded query={details}>
          {({ message, timeline, account, carrier, cost }) => (
            <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
              <div className="flex min-w-0 flex-col gap-5">
                <FailurePanel isOwn={false} message={message} timeline={timeline} />
                <MessageText message={message} />
                <Panel title="History">
                  <Timeline isOwn={false} events={timeline} to={message.to} />
                </Panel>
              </div>
              <MessageFacts message={message}>
                <Fact name="Account">
                  <Link className={LINK_IN_TEXT} href={`/admin/accounts/${account.id}`}>
                    {account.name}
                  </Link>
                </Fact>
                {carrier === null ? null : <Fact name="Network">{carrier}</Fact>}
                {cost === null ? null : <Fact name="Network cost excl. GST">{formatMoney(cost)}</Fact>}
              </MessageFacts>
            </div>
          )}
        </Loaded>
      )}
    </>
  );
}
