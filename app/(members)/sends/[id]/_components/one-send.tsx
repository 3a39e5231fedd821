"use client";

import Link from "next/link";
import { useState } from "react";
import { messagesOf } from "@/app/(members)/sends/[id]/_components/messages-of";
import { NameDialog } from "@/app/(members)/sends/[id]/_components/name-dialog";
import { SendFailures } from "@/app/(members)/sends/[id]/_components/send-failures";
import { SendFigures } from "@/app/(members)/sends/[id]/_components/send-figures";
import { Button } from "@/components/controls/button";
import { May } from "@/components/members/role";
import { useMember } from "@/components/members/use-member";
import { SendTotals } from "@/components/sends/send-totals";
import { BackLink } from "@/components/ui/back-link";
import { countOf } from "@/components/ui/count";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { readBulkSendOperation } from "@/lib/contracts/generated/members/messages";
import { nameSendOperation } from "@/lib/contracts/generated/members/sending/sends";
import type { BulkSend } from "@/lib/contracts/members/messages";

/** Draws a send: its name, and the outcomes of its messages. */
export function OneSend({ id }: { id: string }) {
  const read = useMember(readBulkSendOperation, { id });
  const [isNaming, setNaming] = useState(false);
  const name = read.data?.name ?? null;
  return (
    <>
      <BackLink href="/sends">Sends</BackLink>
      <PageHeader
        title={name ?? "Send"}
        actions={
          read.data ? (
            <>
              <May call={nameSendOperation}>
                <Button variant="outline" onPress={() => setNaming(true)}>
                  {name === null ? "Name" : "Rename"}
                </Button>
              </May>
              <Link className="button button--outline" href={messagesOf(id)}>
                View messages
              </Link>
            </>
          ) : null
        }
      >
        {read.data ? summaryOf(read.data) : null}
      </PageHeader>
      <div className="flex flex-col gap-6">
        <Panel>
          <SendTotals id={id} />
          {read.data ? <SendFigures id={id} send={read.data} /> : null}
        </Panel>
        {read.data ? <SendFailures id={id} send={read.data} /> : null}
      </div>
      {isNaming ? <NameDialog id={id} name={name ?? ""} onClose={() => setNaming(false)} /> : null}
    </>
  );
}

function summaryOf({ total, lists, leftOut }: BulkSend): string {
  const messages = countOf(total, "message");
  const sent = lists.length === 0 ? `${messages}.` : `${messages} to ${lists.join(", ")}.`;
  return leftOut === 0 ? sent : `${sent} ${countOf(leftOut, "contact")} left out because of opt-outs.`;
}
