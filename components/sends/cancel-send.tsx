"use client";

import { useState } from "react";
import { Button } from "@/components/controls/button";
import { noticeSuccess } from "@/components/controls/notice-list";
import { useMemberAction } from "@/components/members/use-member";
import { countOf } from "@/components/ui/count";
import { ConfirmDialog } from "@/components/ui/dialog";
import { CANNOT_BE_UNDONE } from "@/components/words/confirmations";
import { readMe } from "@/lib/contracts/generated/members/account";
import {
  cancelSendOperation,
  countMessagesOperation,
  listMessagesOperation,
  readBulkSendOperation,
} from "@/lib/contracts/generated/members/messages";
import { listSendsOperation } from "@/lib/contracts/generated/members/sending/sends";
import type { BulkSend } from "@/lib/contracts/members/messages";

const REFUNDED_NOW = "The price is refunded to your balance.";
const REFUNDED_BEFORE = "The price was refunded when you paused it.";

/** Cancels the waiting messages of a bulk send, after a question. */
export function CancelSend({ id, send }: { id: string; send: BulkSend }) {
  const isPaused = send.paused === send.cancellable;
  const [isAsking, setAsking] = useState(false);
  const cancel = useMemberAction(cancelSendOperation, {
    changes: [
      readBulkSendOperation,
      listMessagesOperation,
      listSendsOperation,
      countMessagesOperation,
      readMe,
    ],
    onDone: ({ cancelled }) => {
      setAsking(false);
      noticeSuccess(`${countOf(cancelled, "message")} cancelled${isPaused ? "" : " and refunded"}.`);
    },
  });
  return (
    <>
      <Button variant="danger-soft" size="sm" onPress={() => setAsking(true)}>
        Cancel send
      </Button>
      <ConfirmDialog
        title="Cancel this send?"
        question={`${countOf(send.cancellable, "message")} won’t be sent. ${isPaused ? REFUNDED_BEFORE : REFUNDED_NOW} ${CANNOT_BE_UNDONE}`}
        confirm="Cancel send"
        isOpen={isAsking}
        isPending={cancel.isPending}
        onConfirm={() => cancel.mutate({ id })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
