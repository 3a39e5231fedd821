"use client";

import { useState } from "react";
import { Button } from "@/components/controls/button";
import { noticeSuccess } from "@/components/controls/notice-list";
import { useMemberAction } from "@/components/members/use-member";
import { ConfirmDialog } from "@/components/ui/dialog";
import { CANNOT_BE_UNDONE } from "@/components/words/confirmations";
import type { MessageDetails } from "@/lib/contracts/members/messages";
import { readMe } from "@/lib/contracts/routes/account-routes";
import {
  cancelMessageOperation,
  countMessagesOperation,
  listMessagesOperation,
  readMessageOperation,
} from "@/lib/contracts/routes/messaging-routes";
import { formatMoney } from "@/lib/money";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

/** Cancels a message that waits, after a question, then says what was refunded. */
export function CancelMessage({ message: { id, to, price } }: { message: MessageDetails["message"] }) {
  const [isAsking, setAsking] = useState(false);
  const cancel = useMemberAction(cancelMessageOperation, {
    changes: [readMessageOperation, listMessagesOperation, countMessagesOperation, readMe],
    onDone: ({ givenBack }) => {
      setAsking(false);
      noticeSuccess(`Message cancelled. ${formatMoney(givenBack)} refunded to your balance.`);
    },
  });
  return (
    <>
      <Button variant="danger-soft" onPress={() => setAsking(true)}>
        Cancel message
      </Button>
      <ConfirmDialog
        title="Cancel this message?"
        question={`It won’t be sent to ${writtenNumber(to)}${price ? `, and ${formatMoney(price.total)} is refunded to your balance` : ""}. ${CANNOT_BE_UNDONE}`}
        confirm="Cancel message"
        isOpen={isAsking}
        isPending={cancel.isPending}
        onConfirm={() => cancel.mutate({ id })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
