"use client";

import { useState } from "react";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { SEND_NAME_LENGTH } from "@/lib/contracts/base/values";
import { readBulkSendOperation } from "@/lib/contracts/generated/members/messages";
import { listSendsOperation, nameSendOperation } from "@/lib/contracts/generated/members/sending/sends";

/** Asks for a send's name. */
export function NameDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const [text, setText] = useState(name);
  const change = useMemberAction(nameSendOperation, {
    changes: [readBulkSendOperation, listSendsOperation],
    done: "Name saved.",
    close: onClose,
    quiet: true,
  });
  return (
    <FormDialog
      title="Name this send"
      confirm="Save"
      isPending={change.isPending}
      onSubmit={() => change.mutate({ id, name: text.trim() })}
      onClose={onClose}
    >
      <Field
        label="Name"
        hint="Only you see it. Leave empty for no name."
        maxLength={SEND_NAME_LENGTH}
        autoFocus
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={change.error?.message}
      />
    </FormDialog>
  );
}
