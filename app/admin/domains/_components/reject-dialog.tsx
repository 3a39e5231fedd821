"use client";

import { Description, Label, TextArea, TextField, toast } from "@heroui/react";
import { useState } from "react";
import { useMemberAction } from "@/components/members/use-member";
import { formatCount } from "@/components/ui/count";
import { FormDialog } from "@/components/ui/form-dialog";
import {
  listDomainQueue,
  type QueuedDomain,
  REASON_LENGTH,
  rejectDomainOperation,
} from "@/lib/contracts/admin/domains";

/** Asks for a reason, which the account reads, and says what is deleted. */
export function RejectDialog({ entry, onClose }: { entry: QueuedDomain; onClose: () => void }) {
  const { accountId, accountName, domain, messages } = entry;
  const [reason, setReason] = useState("");
  const reject = useMemberAction(rejectDomainOperation, {
    changes: [listDomainQueue],
    onDone: ({ discarded }) => {
      toast.success(
        discarded === 0
          ? `${domain} is rejected.`
          : `${domain} is rejected; ${formatCount(discarded)} ${discarded === 1 ? "message is" : "messages are"} deleted.`,
      );
      onClose();
    },
    quiet: true,
  });
  const error =
    reject.error?.code === "missing_parameter" ? "Say why, for the account to read." : reject.error?.message;
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
          ? "No message is held for it."
          : `${formatCount(messages)} ${messages === 1 ? "message that is held for it is" : "messages that are held for it are"} deleted, and what ${messages === 1 ? "it" : "they"} cost goes back to the balance of ${accountName}.`}{" "}
        This cannot be undone.
      </p>
      <TextField fullWidth isRequired value={reason} onChange={setReason} maxLength={REASON_LENGTH}>
        <Label>Reason</Label>
        <TextArea rows={3} autoFocus />
        <Description>The account reads it in an email and beside its request.</Description>
      </TextField>
    </FormDialog>
  );
}
