"use client";

import { useRef, useState } from "react";
import { cancelledWords, cancelQuestion } from "@/app/(members)/messages/[id]/_components/cancel-words";
import { Button } from "@/components/controls/button";
import { noticeSuccess } from "@/components/controls/notice-list";
import { useMemberAction } from "@/components/members/use-member";
import { ConfirmDialog } from "@/components/ui/dialog";
import { readMe } from "@/lib/contracts/generated/members/account";
import {
  cancelMessageOperation,
  countMessagesOperation,
  listMessagesOperation,
  readMessageOperation,
} from "@/lib/contracts/generated/members/messages";
import type { MessageDetails } from "@/lib/contracts/members/messages";

/** Cancels a waiting message after a question, then reports the refund. */
export function CancelMessage({ message }: { message: MessageDetails["message"] }) {
  const [isAsking, setAsking] = useState(false);
  // The page may read the message as cancelled and refunded before the response arrives.
  const before = useRef(message);
  const cancel = useMemberAction(cancelMessageOperation, {
    changes: [readMessageOperation, listMessagesOperation, countMessagesOperation, readMe],
    onDone: ({ givenBack }) => {
      setAsking(false);
      noticeSuccess(cancelledWords(before.current, givenBack));
    },
  });
  return (
    <>
      <Button variant="danger-soft" onPress={() => setAsking(true)}>
        Cancel message
      </Button>
      <ConfirmDialog
        title="Cancel this message?"
        question={cancelQuestion(message)}
        confirm="Cancel message"
        isOpen={isAsking}
        isPending={cancel.isPending}
        onConfirm={() => {
          before.current = message;
          cancel.mutate({ id: message.id });
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
