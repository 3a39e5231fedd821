"use client";

import { useState } from "react";
import { Button } from "@/components/controls/button";
import { noticeSuccess } from "@/components/controls/notice-list";
import { useMemberAction } from "@/components/members/use-member";
import { countOf } from "@/components/ui/count";
import { ConfirmDialog } from "@/components/ui/dialog";
import { readMe } from "@/lib/contracts/generated/members/account";
import {
  countMessagesOperation,
  listMessagesOperation,
  readBulkSendOperation,
} from "@/lib/contracts/generated/members/messages";
import {
  listSendsOperation,
  pauseSendOperation,
  resumeSendOperation,
} from "@/lib/contracts/generated/members/sending/sends";
import type { BulkSend } from "@/lib/contracts/members/messages";
import { formatMoney } from "@/lib/money";

const CHANGES = [
  readBulkSendOperation,
  listMessagesOperation,
  listSendsOperation,
  countMessagesOperation,
  readMe,
];

/** Pauses the waiting messages of a send. */
export function PauseSend({ id }: { id: string }) {
  const pause = useMemberAction(pauseSendOperation, {
    changes: CHANGES,
    onDone: ({ paused }) => noticeSuccess(`${countOf(paused, "message")} paused and refunded.`),
  });
  return (
    <Button variant="outline" size="sm" isPending={pause.isPending} onPress={() => pause.mutate({ id })}>
      Pause
    </Button>
  );
}

/** Resumes the paused messages of a send, after a question, because they are billed again. */
export function ResumeSend({ id, send }: { id: string; send: BulkSend }) {
  const [isAsking, setAsking] = useState(false);
  const resume = useMemberAction(resumeSendOperation, {
    changes: CHANGES,
    onDone: ({ resumed }) => {
      setAsking(false);
      noticeSuccess(`${countOf(resumed, "message")} resumed.`);
    },
  });
  return (
    <>
      <Button size="sm" onPress={() => setAsking(true)}>
        Resume
      </Button>
      <ConfirmDialog
        title="Resume this send?"
        question={`${countOf(send.paused, "message")} will be sent, and ${formatMoney(send.resumePrice)} incl. GST is charged. Messages whose time has passed are sent as soon as possible.`}
        confirm="Resume"
        variant="primary"
        isOpen={isAsking}
        isPending={resume.isPending}
        onConfirm={() => resume.mutate({ id })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
