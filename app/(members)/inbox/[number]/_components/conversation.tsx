"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { MessageLog } from "@/app/(members)/inbox/[number]/_components/message-log";
import { ReplyForm } from "@/app/(members)/inbox/[number]/_components/reply-form";
import { Tags } from "@/app/(members)/inbox/[number]/_components/tags";
import { Alert, AlertContent, AlertDescription, AlertTitle } from "@/components/controls/alert";
import { useUrlFilters } from "@/components/lists/use-url-filters";
import { May } from "@/components/members/role";
import { useMember } from "@/components/members/use-member";
import { BackLink } from "@/components/ui/back-link";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { PhoneNumber } from "@/components/ui/phone-number";
import { EmptyState, Loaded } from "@/components/ui/states";
import { readConversationOperation, replyOperation } from "@/lib/contracts/generated/members/inbox";
import { sendFromPageOperation } from "@/lib/contracts/generated/members/send";
import type { Conversation as Read } from "@/lib/contracts/members/inbox";

/** Draws the messages from and to one number, and the form for a reply. */
export function Conversation({ number }: { number: string }) {
  const router = useRouter();
  const { before, after } = useUrlFilters(["before", "after"]).values;
  const isNewest = before === "" && after === "";
  const asked = { number, ...(before === "" ? {} : { before }), ...(after === "" ? {} : { after }) };
  const conversation = useMember(readConversationOperation, asked);
  const address = `/inbox/${encodeURIComponent(number)}`;
  const unknown =
    !conversation.data && ["not_found", "missing_parameter"].includes(conversation.error?.code ?? "");
  return (
    <>
      <BackLink href="/inbox">Inbox</BackLink>
      <PageHeader title={<PhoneNumber number={conversation.data?.number ?? number} />}>
        {conversation.data?.network}
      </PageHeader>
      {unknown ? (
        <Panel>
          <EmptyState title="No messages from this number">
            A conversation starts when they reply to one of your messages.{" "}
            <May call={sendFromPageOperation}>
              <Link className={LINK_IN_TEXT} href="/send">
                Send a message
              </Link>
            </May>
          </EmptyState>
        </Panel>
      ) : (
        <Loaded query={conversation}>
          {(read) => (
            <div className="flex flex-col gap-4">
              <Tags number={read.number} tags={read.tags} />
              <Panel>
                <MessageLog read={read} address={address} isNewest={isNewest} />
              </Panel>
              <Reply read={read} onSent={() => !isNewest && router.replace(address)} />
            </div>
          )}
        </Loaded>
      )}
    </>
  );
}

/** Draws the reply form, or the reason for which no reply is possible. */
function Reply({ read, onSent }: { read: Read; onSent: () => void }) {
  if (read.blocked) {
    return (
      <Alert status="warning">
        <AlertContent>
          <AlertTitle>This number has opted out</AlertTitle>
          <AlertDescription>
            They sent {read.blocked.keyword} on {read.blocked.since}. You can reply once they resubscribe.{" "}
            <Link className="underline underline-offset-4" href="/blocked-numbers">
              Blocked numbers
            </Link>
          </AlertDescription>
        </AlertContent>
      </Alert>
    );
  }
  if (read.replyFrom === null) {
    return <p className="text-muted">You can’t reply to a name or a short code.</p>;
  }
  return (
    <May call={replyOperation}>
      <ReplyForm number={read.number} from={read.replyFrom} onSent={onSent} />
    </May>
  );
}
