"use client";

import { Button, toast } from "@heroui/react";
import { useState } from "react";
import { useMemberAction } from "@/components/members/use-member";
import { ConfirmDialog } from "@/components/ui/dialog";
import { readMe } from "@/lib/contracts/members/account";
import {
  deleteMessageOperation,
  listMessagesOperation,
  type MessageDetails,
  readMessageOperation,
} from "@/lib/contracts/members/messages";

/** Deletes a held message, after a question, then says what was refunded. */
export function DeleteMessage({ message: { id, to, price } }: { message: MessageDetails["message"] }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useMemberAction(deleteMessageOperation, {
    changes: [readMessageOperation, listMessagesOperation, readMe],
    onDone: ({ givenBack }) => {
      setAsking(false);
      toast.success(`The message is deleted. NZ$${givenBack} is back on your balance.`);
    },
  });
  return (
    <>
      <Button variant="danger-soft" onPress={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        title="Delete this message?"
        question={`It will not be sent to ${to}${price ? `, and NZ$${price.total} goes back to your balance` : ""}. This cannot be undone.`}
        confirm="Delete"
        isOpen={isAsking}
        isPending={remove.isPending}
        onConfirm={() => remove.mutate({ id })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
