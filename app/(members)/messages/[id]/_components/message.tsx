"use client";

import Link from "next/link";
import { CancelMessage } from "@/app/(members)/messages/[id]/_components/cancel-message";
import { May } from "@/components/members/role";
import { useMember } from "@/components/members/use-member";
import { FailurePanel } from "@/components/messages/failure-panel";
import { Fact, MessageFacts } from "@/components/messages/message-facts";
import { MessageText } from "@/components/messages/message-text";
import { Timeline } from "@/components/messages/timeline";
import { BackLink } from "@/components/ui/back-link";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { NearLink } from "@/components/ui/near-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { PhoneNumber } from "@/components/ui/phone-number";
import { EmptyState, Loaded } from "@/components/ui/states";
import { cancelMessageOperation, readMessageOperation } from "@/lib/contracts/generated/members/messages";

/** In milliseconds. Reports arrive within seconds, and an open page shows them. */
const REFRESH_MS = 5_000;

/** Draws a message's text, history and facts. */
export function Message({ id }: { id: string }) {
  const details = useMember(readMessageOperation, { id }, { refetchIntervalMs: REFRESH_MS });
  if (!details.data && details.error?.code === "not_found") {
    return (
      <>
        <PageHeader title="Message" />
        <Panel>
          <EmptyState title="Message not found">
            Check the address.{" "}
            <Link className={LINK_IN_TEXT} href="/messages">
              View all messages
            </Link>
          </EmptyState>
        </Panel>
      </>
    );
  }
  return (
    <>
      <BackLink href="/messages">Messages</BackLink>
      <PageHeader
        title={
          details.data ? (
            <>
              To <PhoneNumber number={details.data.message.to} />
            </>
          ) : (
            "Message"
          )
        }
        actions={
          details.data?.message.cancellable ? (
            <May call={cancelMessageOperation}>
              <CancelMessage message={details.data.message} />
            </May>
          ) : null
        }
      />
      <Loaded query={details}>
        {({ message, timeline }) => (
          <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
            <div className="flex min-w-0 flex-col gap-5">
              <FailurePanel message={message} timeline={timeline} />
              <MessageText message={message} />
              <Panel title="History">
                <Timeline events={timeline} to={message.to} />
              </Panel>
            </div>
            <MessageFacts message={message}>
              {message.autoReply === null ? null : (
                <Fact name="Auto reply">
                  <NearLink href="/auto-replies" className={LINK_IN_TEXT}>
                    {message.autoReply}
                  </NearLink>
                </Fact>
              )}
            </MessageFacts>
          </div>
        )}
      </Loaded>
    </>
  );
}
