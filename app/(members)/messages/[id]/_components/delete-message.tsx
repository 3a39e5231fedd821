"use client";

import { useState } from "react";
import { Button } from "@/components/controls/button";
import { noticeSuccess } from "@/components/controls/notice-list";
import { useMemberAction } from "@/components/members/use-member";
import { ConfirmDialog } from "@/components/ui/dialog";
import { CANNOT_BE_UNDONE } from "@/components/words/confirmations";
import type { MessageDetails } from "@/lib/contracts/members/messages";
import {
  countMessagesOperation,
  deleteMessageOperation,
  listMessagesOperation,
  readMe,
  readMessageOperation,
} from "@/lib/contracts/routes/member-routes";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

/** Deletes a held message, after a question, then says what was refunded. */
export function DeleteMessage({ message: { id, to, price } }: { message: MessageDetails["message"] }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useMemberAction(deleteMessageOperation, {
    changes: [readMessageOperation, listMessagesOperation, countMessagesOperation, readMe],
    onDone: ({ givenBack }) => {
      setAsking(false);
      noticeSuccess(`Message deleted. NZ$${givenBack} refunded to your balance.`);
    },
  });
  return (
    <>
      <Button variant="danger-soft" onPress={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        title="Delete this message?"
        question={`It won’t be sent to ${writtenNumber(to)}${price ? `, and NZ$${price.total} is refunded to your balance` : ""}. ${CANNOT_BE_UNDONE}`}
        confirm="Delete"
        isOpen={isAsking}
        isPending={remove.isPending}
        onConfirm={() => remove.mutate({ id })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
