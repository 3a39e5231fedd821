"use client";

import { useState } from "react";
import { noticeSuccess } from "@/components/controls/notice-list";
import { TextArea } from "@/components/controls/text-area";
import { useMemberAction } from "@/components/members/use-member";
import { countOf } from "@/components/ui/count";
import { FormDialog } from "@/components/ui/form-dialog";
import { CANNOT_BE_UNDONE } from "@/components/words/confirmations";
import type { QueuedDomain } from "@/lib/contracts/admin/domains";
import { REFUSAL_LENGTH } from "@/lib/contracts/base/values";
import { listDomainQueue, rejectDomainOperation } from "@/lib/contracts/generated/admin/domains";

/** Asks for a reason, which the account reads, and lists the messages to be deleted. */
export function RejectDialog({ entry, onClose }: { entry: QueuedDomain; onClose: () => void }) {
  const { accountId, accountName, domain, messages } = entry;
  const [reason, setReason] = useState("");
  const reject = useMemberAction(rejectDomainOperation, {
    changes: [listDomainQueue],
    onDone: ({ discarded }) => {
      noticeSuccess(
        discarded === 0
          ? `${domain} rejected.`
          : `${domain} rejected. ${countOf(discarded, "message")} deleted.`,
      );
    },
    close: onClose,
    quiet: true,
  });
  const error =
    reject.error?.code === "missing_parameter" ? "Enter a reason for the account." : reject.error?.message;
  return (
    <FormDialog
      title={`Reject ${domain}?`}
      confirm="Reject"
      variant="danger"
      isPending={reject.isPending}
      error={error}
      onSubmit={() => reject.mutate({ accountId, domain, reason })}
      onClose={onClose}
    >
      <p className="text-sm">
        {messages === 0
          ? "No messages are held for it."
          : `${countOf(messages, "held message")} will be deleted and refunded to ${accountName}.`}{" "}
        {CANNOT_BE_UNDONE}
      </p>
      <TextArea
        label="Reason"
        hint="The account sees this in an email and with its request."
        required
        maxLength={REFUSAL_LENGTH}
        rows={3}
        autoFocus
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  );
}
